"""Addresses of the office: pages and API."""
