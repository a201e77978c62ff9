"""A report for tests, whole: tables by the number of their seats, cut to one such number."""

from backoffice.figures.reports import DAY, Column, Report, number

SEATS = Column(
    "Seats at the table", name="toy_seats", choices=lambda: [("2", "two"), ("4", "four")],
    only="only tables of so many seats",
)  # fmt: skip
BY_SEATS = Report(
    "toy_by_seats",
    "Tables by their seats",
    (DAY, SEATS, number("Tables")),
    """
SELECT (created_at AT TIME ZONE %(zone)s)::date, seats_max::text, count(*)
FROM games_table
WHERE created_at >= %(since)s AND created_at < %(until)s
  AND (%(toy_seats)s = '' OR seats_max::text = %(toy_seats)s)
GROUP BY 1, 2 ORDER BY 1 DESC, 2 LIMIT %(most)s
""",
)
