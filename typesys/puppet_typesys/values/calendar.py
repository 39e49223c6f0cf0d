"""Days and dates of the Gregorian calendar, for any year."""

from __future__ import annotations


def days_of(year: int, month: int, day: int) -> int:
    """The number of days from 1970-01-01 to a date; days past the end of the month continue into the next one."""
    shifted = year - (month <= 2)
    era, year_of_era = divmod(shifted, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - 719468


def date_of(days: int) -> tuple[int, int, int]:
    """Year, month and day of a number of days since 1970-01-01."""
    era, day_of_era = divmod(days + 719468, 146097)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36524 - day_of_era // 146096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * day_of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    return year_of_era + era * 400 + (month <= 2), month, day_of_year - (153 * shifted + 2) // 5 + 1


def iso_week(year: int, day_of_year: int, weekday: int) -> tuple[int, int]:
    """The ISO 8601 year and week; `day_of_year` counts from 0, and the weekday 0 is Sunday."""
    week = (day_of_year - (weekday - 1) % 7 + 10) // 7
    if week < 1:
        return year - 1, _iso_weeks(year - 1)
    if week > _iso_weeks(year):
        return year + 1, 1
    return year, week


def _iso_weeks(year: int) -> int:
    first, last = (days_of(year, 1, 1) + 4) % 7, (days_of(year, 12, 31) + 4) % 7
    return 53 if 4 in (first, last) else 52


MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
