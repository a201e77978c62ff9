"""Webhooks as such: kinds of events, signatures, which addresses may be called, and calling them.

What staff do with them is in `acting`, what is sent when in `delivering`.
"""
