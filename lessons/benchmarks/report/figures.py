"""Numbers as tables and plots write them."""

import math


def three(number):
    """At least three digits of a positive number: 0.0327, 1.94, 78.1, 1,344."""
    rounded = float(f"{number:.2e}")
    decimals = max(0, 2 - math.floor(math.log10(rounded)))
    return f"{number:,.{decimals}f}"


def times(ratio):
    """A factor: two significant digits below 10, whole above: 0.035×, 1.9×, 12×, 1,344×."""
    rounded = float(f"{ratio:.1e}")
    if rounded >= 10:
        return f"{ratio:,.0f}×"
    return f"{rounded:.{max(0, 1 - math.floor(math.log10(rounded)))}f}×"


def mean(numbers):
    """The geometric mean."""
    return math.exp(sum(map(math.log, numbers)) / len(numbers))
