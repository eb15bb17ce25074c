"""A tar archive with a size that has a plus sign. Python and npm read it and others take it for 0, so that they
unpack another exercise than is graded."""

import gzip

from parts import tar_by_hand


def in_field(number):
    return b"+%010o" % number


def hand_in(class_folder, student, lesson, solution):
    packed = tar_by_hand.one_behind_a_false_size(f"{lesson}/exercise.cu", solution.encode(), in_field)
    (class_folder / f"{student}.tar.gz").write_bytes(gzip.compress(packed))
