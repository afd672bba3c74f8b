"""Day before month, the month as a word: read the same on both sides of the Atlantic."""

DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j M Y H:i"
MONTH_DAY_FORMAT = "j M"
YEAR_MONTH_FORMAT = "M Y"
