"""Webhooks as such: kinds of events, signatures, which addresses may be called, and calling them.

What is stored, and when it is sent, is the business of `accounts.programs.webhooks.delivering`.
"""
