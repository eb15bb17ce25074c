"""Where the launches and kernels of a solution are in the exercise that students get.

A solution is the skeleton with other lines in its gaps, and pages show no solution: a line of given
code has its own place in the skeleton, a line of a gap has that gap's TODO.
"""

import dataclasses
import difflib
import re

BEGIN = re.compile(r"^\s*// begin: (\S+)")
END = re.compile(r"^\s*// end: (\S+)")
KERNEL = re.compile(r"__global__[^;{}()]*?\b(\w+)\s*\([^;{]*\)\s*\{")
NO_KERNEL = re.compile(r"//.*|__launch_bounds__\s*\([^)]*\)")


@dataclasses.dataclass(frozen=True, order=True)
class Place:
    """A line of skeleton.cu; `gap` is the name of the gap whose TODO it is, or empty."""

    line: int
    gap: str


def split(text):
    """(given lines as number and text, the gaps' names by the number of a line, their order)"""
    given, gaps, order, inside = [], {}, [], ""
    for number, line in enumerate(text.splitlines(), 1):
        if begin := BEGIN.match(line):
            inside = begin[1]
            order.append((number, inside))
        if inside:
            gaps[number] = inside
        else:
            given.append((number, line))
        if END.match(line):
            inside = ""
    return given, gaps, order


def todo_lines(skeleton):
    """For each gap the number of its TODO's line, or of its first line."""
    found = {}
    _, gaps, order = split(skeleton)
    lines = skeleton.splitlines()
    for number, gap in order:
        todo = (line for line in range(number, len(lines) + 1)
                if gaps.get(line) == gap and f"TODO({gap})" in lines[line - 1])
        found[gap] = next(todo, number)
    return found


def kernel_lines(text):
    """For each kernel the number of the line where its definition has the name."""
    code = NO_KERNEL.sub(lambda found: " " * len(found[0]), text)
    return {kernel[1]: code.count("\n", 0, kernel.start(1)) + 1 for kernel in KERNEL.finditer(code)}


class Places:
    """The places of the lines and kernels of `whole`, a solution put together."""

    def __init__(self, skeleton, whole):
        self.todos = todo_lines(skeleton)
        self.kernels = kernel_lines(whole)
        given, self.gaps, self.order = split(whole)
        self.lines = self.same_lines(split(skeleton)[0], given)

    @staticmethod
    def same_lines(skeleton, whole):
        """The number in the skeleton of each given line of the solution."""
        matcher = difflib.SequenceMatcher(None, [line for _, line in skeleton],
                                          [line for _, line in whole], autojunk=False)
        return {whole[block.b + i][0]: skeleton[block.a + i][0]
                for block in matcher.get_matching_blocks() for i in range(block.size)}

    def of_line(self, number):
        """None for a line that is in no gap and not in the skeleton, and before no gap."""
        if number in self.lines:
            return Place(self.lines[number], "")
        # A solution may have helpers of its own before a gap.
        later = (gap for begin, gap in self.order if begin > number)
        gap = self.gaps.get(number) or next(later, None)
        return Place(self.todos[gap], gap) if gap else None

    def of_kernel(self, name):
        """None for a kernel that another file defines."""
        return self.of_line(self.kernels[name]) if name in self.kernels else None
