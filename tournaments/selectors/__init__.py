"""Every read of tournaments, for pages and programs alike: plain frozen records, no writes.

`listing` tournaments in a row each; `lobby` one tournament; `standings` who stands where;
`decisions` why; `seats` where somebody plays; `books` prizes; `tickets` seats won elsewhere.
"""
