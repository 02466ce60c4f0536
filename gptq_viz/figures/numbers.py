"""Numbers as they are printed: three significant digits, and a dash for what is undefined."""

from __future__ import annotations

import math


def three_digits(value: float) -> str:
    """An error or a weight.

    Examples
    --------
    >>> three_digits(0.043612), three_digits(1.0), three_digits(2.5e-7), three_digits(float("nan"))
    ('0.0436', '1.00', '2.50e-7', '–')
    """
    if math.isnan(value):
        return "–"
    if value == 0:
        return "0"
    mantissa, _, exponent = f"{value:.2e}".partition("e")
    power = int(exponent)
    return f"{value:.{max(2 - power, 0)}f}" if -5 < power < 6 else f"{mantissa}e{power}"


def in_print(value: float) -> str:
    """Three digits in a sentence: a true minus sign, and commas between thousands.

    Examples
    --------
    >>> in_print(-1.114), in_print(912522.3), in_print(0.0123), in_print(2.5e-7)
    ('−1.11', '912,522', '0.0123', '2.50e-7')
    """
    text = f"{value:,.0f}" if 1000 <= abs(value) < 1e6 else three_digits(value)
    return f"−{text[1:]}" if text.startswith("-") else text


def times(larger: float, smaller: float) -> str:
    """How many times as large the one is as the other, which is not 0.

    Examples
    --------
    >>> times(3.413, 1), times(11.6, 1), times(1234.5, 1), times(1.042, 1), times(1, 1e-320)
    ('3.4', '12', '1,200', '1.04', '>1,000,000')
    >>> times(0.5, 1), times(0.0042, 1), times(1e-7, 1), times(0, 1)
    ('0.50', '0.0042', '<0.0001', '0')
    """
    if larger > 1e6 * smaller:
        return ">1,000,000"
    ratio = larger / smaller
    if ratio < 1e-4:
        return "<0.0001" if larger else "0"
    if ratio < 0.095:
        return f"{ratio:.2g}"
    if ratio < 1.1:
        return f"{ratio:.2f}"
    if ratio < 9.95:
        return f"{ratio:.1f}"
    return f"{round(ratio, 1 - math.floor(math.log10(ratio))):,.0f}"


def counted(count: int, noun: str) -> str:
    """How many of what.

    Examples
    --------
    >>> counted(1, "row"), counted(0, "level"), counted(1200, "run")
    ('1 row', '0 levels', '1,200 runs')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def percent(share: float) -> str:
    """A share of one; never 0 % or 100 % for what is only close to it.

    Examples
    --------
    >>> percent(0.384), percent(0.0), percent(0.001), percent(0.9999)
    ('38 %', '0 %', 'less than 1 %', 'more than 99 %')
    """
    if 0 < share < 0.01:
        return "less than 1 %"
    if 0.99 < share < 1:
        return "more than 99 %"
    return f"{100 * share:.0f} %"


def rounding(residual: float) -> str:
    """What rounding left: two digits and a power of ten; a power of ten alone is a limit.

    Examples
    --------
    >>> rounding(6.92e-16), rounding(5e-16), rounding(1e-9), rounding(0.0), rounding(2.0), rounding(math.inf)
    ('6.9e-16', '5.0e-16', '1e-9', '0', '2.0', 'inf')
    """
    if residual == 0 or not math.isfinite(residual):
        return f"{residual:g}"
    mantissa, _, exponent = f"{residual:.1e}".partition("e")
    power = f"e{int(exponent)}" if int(exponent) else ""
    return f"1{power}" if power and residual == float(f"1{power}") else f"{mantissa}{power}"
