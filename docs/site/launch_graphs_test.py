"""Launch graphs in words and in Graphviz' language."""

import re
import sys
import unittest

sys.dont_write_bytecode = True

from check_site import Names, faults_of  # noqa: E402
from launch_graphs import Graph, dot, figure, in_words  # noqa: E402

IN_A_GAP = {"line": 20, "gap": "launch-it"}


def node(kernel, device=0, grids=1, shapes=1, line=10):
    return {"kernel": kernel, "device": device, "grids": grids, "shape": "4, 32" if grids else "",
            "shapes": shapes, "place": {"line": line, "gap": ""} if line else None}


def edge(origin, target, stream="null", count=1, places=({"line": 30, "gap": ""},), **more):
    return {"from": origin, "to": target, "stream": "host" if origin is None else stream,
            "count": count, "places": list(places), **more}


def graph(nodes, edges, lesson="01-rows"):
    return Graph(lesson, {"nodes": nodes, "edges": edges})


class WordsTest(unittest.TestCase):
    def test_the_host_and_a_child(self):
        words = in_words(graph([node("rows"), node("columns", grids=64)],
                               [edge(None, 0), edge(0, 1, count=64)]))
        self.assertEqual(words, "The host launches rows once. "
                                "rows launches columns 64 times into the NULL stream of its block.")

    def test_a_kernel_that_launches_itself(self):
        words = in_words(graph([node("descend")], [edge(0, 0, "tail", 3, levels=3)]))
        self.assertEqual(words, "descend launches itself three times, three levels deep, as tail launches.")

    def test_children_in_the_same_kind_of_stream_are_one_sentence(self):
        nodes = [node(name) for name in ("all", "p", "q", "z")]
        words = in_words(graph(nodes, [edge(0, 1, "fire_and_forget"), edge(0, 3, "tail"),
                                       edge(0, 2, "fire_and_forget", 2)]))
        self.assertEqual(words, "all launches p once and q twice as fire-and-forget launches. "
                                "all launches z once as a tail launch.")

    def test_named_streams(self):
        nodes = [node("all"), node("one")]
        for streams, said in ((1, "a named stream"), (2, "two named streams")):
            words = in_words(graph(nodes, [edge(0, 1, "named", 6, streams=streams)]))
            self.assertEqual(words, f"all launches one six times into {said}.")

    def test_devices_are_named_where_there_are_several(self):
        words = in_words(graph([node("part", 0), node("tile", 0), node("part", 1)],
                               [edge(None, 0), edge(None, 2), edge(0, 1)]))
        self.assertEqual(words, "The host launches part on device 0 once and part on device 1 once. "
                                "part on device 0 launches tile once into the NULL stream of its block.")

    def test_refused_launches(self):
        words = in_words(graph([node("deliver"), node("send")],
                               [edge(0, 1, count=8, error="cudaErrorNotReady")]))
        self.assertEqual(words, "Eight launches of send by deliver are refused: cudaErrorNotReady.")

    def test_no_launches(self):
        self.assertEqual(in_words(graph([], [])), "The run launches nothing.")


class DotTest(unittest.TestCase):
    def line(self, of, begin):
        return re.search(rf"^{begin} .*$", dot(of), re.M)[0]

    def test_a_kernel_links_to_its_line(self):
        shown = graph([node("rows", line=17)], [edge(None, 0)])
        self.assertEqual(self.line(shown, "n0"),
                         r'n0 [label="rows\n1 grid\n<<<4, 32>>>", class="parent", '
                         'URL="code-01-rows.html#skeleton-cu-L17"]')

    def test_the_same_kernel_in_two_lessons_links_to_each_lesson(self):
        for lesson in ("03-sum", "24-ptx"):
            shown = graph([node("add_up")], [edge(None, 0)], lesson)
            self.assertEqual(set(re.findall(r"code-[\w-]+", dot(shown))), {f"code-{lesson}"})

    def test_a_kernel_of_another_program_links_nowhere(self):
        shown = self.line(graph([node("draw", line=None)], [edge(None, 0)]), "n0")
        self.assertIn("not in the exercise", shown)
        self.assertNotIn("URL", shown)

    def test_a_launch_has_stream_count_and_line(self):
        shown = graph([node("rows"), node("columns", shapes=2)], [edge(0, 1, "tail", 5000,
                                                                      [IN_A_GAP])])
        self.assertEqual(self.line(shown, "n0 ->"),
                         r'n0 -> n1 [label="tail ×5,000\nTODO, line 20", class="tail", '
                         'labelURL="code-01-rows.html#skeleton-cu-L20"]')
        self.assertIn("mostly <<<4, 32>>>", self.line(shown, "n1"))

    def test_classes_of_kernels(self):
        shown = graph([node("a"), node("b"), node("c"), node("d", grids=0)],
                      [edge(None, 0), edge(0, 1), edge(0, 2, "tail"), edge(0, 3, error="cudaErrorNotReady")])
        self.assertEqual(re.findall(r'^n\d \[.*class="(\w+)"', dot(shown), re.M),
                         ["parent", "child", "tail", "bad"])

    def test_each_of_several_devices_is_a_cluster(self):
        one = graph([node("a")], [edge(None, 0)])
        two = graph([node("a"), node("a", 1)], [edge(None, 0), edge(None, 1)])
        self.assertEqual((dot(one).count("subgraph"), dot(two).count("subgraph")), (0, 2))

    def test_no_launches_are_an_empty_graph(self):
        self.assertNotIn("label", dot(graph([], [])))


class Page:
    """A page's path, as far as faults_of asks."""

    name = "lesson-01-rows.html"


class PageTest(unittest.TestCase):
    def faults(self, body):
        page = Page()
        return list(faults_of(page, {page: Names(body)}))

    def test_words_are_escaped(self):
        shown = figure(graph([node("f<int>")], [edge(None, 0)]))
        self.assertIn("<code>f&lt;int&gt;</code> once", shown)
        self.assertNotIn("<int>", shown)

    def test_a_lesson_shows_one_graph(self):
        drawn = '<svg class="launch-graph"></svg>'
        self.assertEqual(self.faults(drawn), [])
        for body, count in (("<p>Nothing.</p>", 0), (drawn * 2, 2),
                            ('<div class="launch-graph"></div>', 0)):
            self.assertRegex(self.faults(body)[0], f"shows {count} launch graphs, not one")


if __name__ == "__main__":
    unittest.main()
