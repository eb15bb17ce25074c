"""Launch graphs of runs that never happened, and places in a skeleton."""

import sys
import unittest

sys.dont_write_bytecode = True

from launch_graph import graph_of  # noqa: E402
from skeleton_places import Place, Places  # noqa: E402


class Report:
    """What the emulator would write of the launches that `launch` adds."""

    def __init__(self):
        self.launches, self.refused = [], []

    def launch(self, kernel, parent=None, stream=None, grid=(1, 1, 1), device=0, stream_id=0, line=1):
        identifier = len(self.launches) + 1
        self.launches.append({
            "id": identifier, "kernel": kernel, "parent": parent, "grid": list(grid),
            "stream": stream or ("host" if parent is None else "null"), "stream_id": stream_id,
            "block": [32, 1, 1], "device": device, "file": "exercise.cu", "line": line})
        return identifier

    def refuse(self, kernel, parent, error="cudaErrorLaunchPendingCountExceeded", line=1):
        self.refused.append({"kernel": kernel, "parent": parent, "stream": "null",
                             "error_name": error, "file": "exercise.cu", "line": line})

    def graph(self):
        return graph_of({"launches": self.launches, "refused": self.refused}, lambda kernel: None,
                        lambda file, line: Place(line, ""))


def edges(graph):
    """(from, to, stream, count) in words"""
    name = [f"{node['kernel']}@{node['device']}" for node in graph["nodes"]]
    return [("host" if edge["from"] is None else name[edge["from"]], name[edge["to"]],
             edge["stream"], edge["count"]) for edge in graph["edges"]]


class GraphTest(unittest.TestCase):
    def test_all_grids_of_a_kernel_are_one_node(self):
        report = Report()
        parent = report.launch("rows")
        for _ in range(5000):
            report.launch("columns", parent)
        graph = report.graph()
        self.assertEqual([(node["kernel"], node["grids"]) for node in graph["nodes"]],
                         [("rows", 1), ("columns", 5000)])
        self.assertEqual(edges(graph), [("host", "rows@0", "host", 1),
                                        ("rows@0", "columns@0", "null", 5000)])

    def test_a_run_with_no_launches(self):
        self.assertEqual(Report().graph(), {"nodes": [], "edges": []})

    def test_a_self_launch_has_levels(self):
        report = Report()
        first = report.launch("descend")
        for child in [report.launch("descend", first) for _ in range(3)]:
            report.launch("descend", child)
        graph = report.graph()
        self.assertEqual(edges(graph)[1], ("descend@0", "descend@0", "null", 6))
        self.assertEqual(graph["edges"][1]["levels"], 2)
        self.assertNotIn("levels", graph["edges"][0])

    def test_levels_begin_again_below_another_kernel(self):
        report = Report()
        vote = report.launch("vote")
        vote = report.launch("vote", vote)
        announce = report.launch("announce", vote)
        report.launch("vote", announce)
        graph = report.graph()
        self.assertEqual(graph["edges"][1]["levels"], 1)
        self.assertEqual(edges(graph)[2:], [("vote@0", "announce@0", "null", 1),
                                            ("announce@0", "vote@0", "null", 1)])

    def test_kinds_of_streams_are_edges_of_their_own(self):
        report = Report()
        parent = report.launch("parent")
        for stream in ("tail", "null", "fire_and_forget", "tail"):
            report.launch("child", parent, stream)
        self.assertEqual(edges(report.graph())[1:], [
            ("parent@0", "child@0", "tail", 2), ("parent@0", "child@0", "null", 1),
            ("parent@0", "child@0", "fire_and_forget", 1)])

    def test_named_streams_are_counted(self):
        report = Report()
        parent = report.launch("parent")
        for stream_id in (7, 8, 7):
            report.launch("child", parent, "named", stream_id=stream_id)
        edge = report.graph()["edges"][1]
        self.assertEqual((edge["count"], edge["streams"]), (3, 2))

    def test_a_kernel_is_a_node_on_each_device(self):
        report = Report()
        for device in (0, 1):
            report.launch("child", report.launch("parent", device=device), device=device)
        self.assertEqual(edges(report.graph()), [
            ("host", "parent@0", "host", 1), ("parent@0", "child@0", "null", 1),
            ("host", "parent@1", "host", 1), ("parent@1", "child@1", "null", 1)])

    def test_runs_of_two_lessons_share_no_kernel(self):
        first, second = Report(), Report()
        first.launch("add_up", first.launch("center"))
        second.launch("add_up")
        second.launch("add_up")
        before = first.graph()
        self.assertEqual(second.graph()["nodes"][0]["grids"], 2)
        self.assertEqual(first.graph(), before)
        self.assertEqual(before["nodes"][1]["grids"], 1)

    def test_the_shape_is_the_most_frequent(self):
        report = Report()
        for grid in ((9, 1, 1), (2, 2, 1), (2, 2, 1)):
            report.launch("kernel", grid=grid)
        node = report.graph()["nodes"][0]
        self.assertEqual((node["shape"], node["shapes"]), ("(2,2,1), 32", 2))

    def test_refused_launches_are_no_grids(self):
        report = Report()
        parent = report.launch("parent", device=1)
        report.launch("child", parent, device=1)
        for kernel in ("child", "child", "never"):
            report.refuse(kernel, parent)
        graph = report.graph()
        self.assertEqual([node["grids"] for node in graph["nodes"]], [1, 1, 0])
        self.assertEqual(edges(graph)[2:], [("parent@1", "child@1", "null", 2),
                                            ("parent@1", "never@1", "null", 1)])
        self.assertEqual(graph["edges"][2]["error"], "cudaErrorLaunchPendingCountExceeded")

    def test_places_of_an_edge_are_there_once(self):
        report = Report()
        for line in (9, 4, 9):
            report.launch("kernel", line=line)
        places = report.graph()["edges"][0]["places"]
        self.assertEqual([place["line"] for place in places], [4, 9])


SKELETON = """// Lesson.
__global__ void given(int* data) {}
// __global__ void serial(int* data) {
// begin: first-gap
// What helps.
// TODO(first-gap): launch.
// end: first-gap
int between;
// begin: second-gap
// end: second-gap
"""
SOLUTION = """// The idea of the solution.
// It has two lines.
__global__ void given(int* data) {}
// __global__ void serial(int* data) {
// begin: first-gap
__global__ void __launch_bounds__(64)
    own(int* data, int n) {
  given<<<1, 1>>>(data);
}
// end: first-gap
int between;
int of_the_solution;
// begin: second-gap
int last;
// end: second-gap
"""


class PlacesTest(unittest.TestCase):
    places = Places(SKELETON, SOLUTION)

    def test_given_lines_have_their_own_place(self):
        self.assertEqual(self.places.of_line(3), Place(2, ""))
        self.assertEqual(self.places.of_line(11), Place(8, ""))

    def test_lines_of_a_gap_have_its_todo(self):
        self.assertEqual(self.places.of_line(8), Place(6, "first-gap"))

    def test_a_gap_without_todo_has_its_first_line(self):
        self.assertEqual(self.places.of_line(14), Place(9, "second-gap"))

    def test_helpers_belong_to_the_next_gap(self):
        self.assertEqual(self.places.of_line(12), Place(9, "second-gap"))

    def test_kernels_are_where_they_are_defined(self):
        self.assertEqual(self.places.of_kernel("given"), Place(2, ""))
        self.assertEqual(self.places.of_kernel("own"), Place(6, "first-gap"))

    def test_a_comment_defines_no_kernel(self):
        self.assertIsNone(self.places.of_kernel("serial"))

    def test_kernels_of_other_files_have_no_place(self):
        self.assertIsNone(self.places.of_kernel("draw"))


if __name__ == "__main__":
    unittest.main()
