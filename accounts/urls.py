"""Addresses of the pages about a person."""

from __future__ import annotations

from django.urls import path

from accounts import views

urlpatterns = [
    path("wallet/", views.wallet, name="wallet"),
    path("wallet/statement.csv", views.statement_file, name="statement-csv"),
    path("wallet/refill/", views.refill, name="refill"),
    path("play-as-guest/", views.play_as_guest, name="play-as-guest"),
    path("settings/", views.account_settings, name="settings"),
    path("settings/keep-account/", views.keep_account, name="keep-account"),
    path("settings/language/", views.set_language, name="set-language"),
]
