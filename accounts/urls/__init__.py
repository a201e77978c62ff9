"""Addresses of people, their chips and programs: pages and API."""
