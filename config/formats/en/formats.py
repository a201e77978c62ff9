"""The day before the month, and the month in letters: nobody misreads it, wherever they live.

What is not said here is Django's.
"""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, P"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, P"
