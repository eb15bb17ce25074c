"""The launch graph of a lesson, which docs/launches keeps as data: as a graph in the language of
Graphviz, and in words.

The page has a place for the drawing; slides/web/launch_graphs.mjs draws GRAPHS/LESSON.dot there. Colors are the style sheet's: nodes and edges have the classes of the slides'
diagrams.
"""

import html
import json

STREAMS = {"null": "NULL stream", "per_thread": "per-thread streams", "named": "named streams",
           "fire_and_forget": "fire-and-forget", "tail": "tail"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
INTO = {"host": "", "null": " into the NULL stream of its block",
        "per_thread": " into the per-thread stream of the launching thread",
        "named": " into named streams"}
AS = {"fire_and_forget": "fire-and-forget launch", "tail": "tail launch"}


class Graph:
    """A lesson's graph with the names that its nodes have in words and pictures."""

    def __init__(self, lesson, data):
        self.lesson = lesson
        self.nodes = data["nodes"]
        self.edges = data["edges"]
        self.devices = sorted({node["device"] for node in self.nodes})

    def url(self, place):
        """The line on the page of the lesson's code."""
        return f"code-{self.lesson}.html#skeleton-cu-L{place['line']}"


def load(tree, lesson):
    """None where docs/launches has no graph of the lesson."""
    path = tree / "docs/launches" / f"{lesson}.json"
    return Graph(lesson, json.loads(path.read_text())) if path.exists() else None


def several(word):
    return word + ("es" if word.endswith("ch") else "s")


def plural(count, word):
    return f"{count:,} {word if count == 1 else several(word)}"


# ---- In words -------------------------------------------------------------------------------------


def listed(words):
    """a; a and b; a, b and c"""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def number(count):
    return NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"


def times(count):
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")


def counted(count, word):
    """one level; two levels; 64 levels"""
    return f"{number(count)} {word if count == 1 else several(word)}"


class Words:
    """Sentences that say what the graph shows. `code` is what is done to names."""

    def __init__(self, graph, code):
        self.graph = graph
        self.code = code

    def node(self, number):
        node = self.graph.nodes[number]
        where = f" on device {node['device']}" if len(self.graph.devices) > 1 else ""
        return self.code(node["kernel"]) + where

    def launched(self, edge):
        """rows once; itself 12 times, two levels deep. A grid launches only on its own device."""
        if edge["from"] is None:
            target = self.node(edge["to"])
        else:
            itself = edge["from"] == edge["to"]
            target = "itself" if itself else self.code(self.graph.nodes[edge["to"]]["kernel"])
        deep = f", {counted(edge['levels'], 'level')} deep" if "levels" in edge else ""
        return f"{target} {times(edge['count'])}{deep}"

    @staticmethod
    def where(edges):
        """What these edges have in common: their kind of stream."""
        stream = edges[0]["stream"]
        if stream in AS:
            launches = sum(edge["count"] for edge in edges)
            return f" as a {AS[stream]}" if launches == 1 else f" as {several(AS[stream])}"
        if stream == "named" and len(edges) == 1:
            streams = edges[0]["streams"]
            return " into a named stream" if streams == 1 else f" into {number(streams)} named streams"
        return INTO[stream]

    def refused(self, edge):
        by = "the host" if edge["from"] is None else self.node(edge["from"])
        verb = "is" if edge["count"] == 1 else "are"
        launches = counted(edge["count"], "launch").capitalize()
        return (f"{launches} of {self.code(self.graph.nodes[edge['to']]['kernel'])} by {by} {verb} "
                f"refused: {self.code(edge['error'])}.")

    def accepted(self, edges):
        who = "The host" if edges[0]["from"] is None else self.node(edges[0]["from"])
        separator = ", and " if any("levels" in edge for edge in edges[:-1]) else None
        launched = [self.launched(edge) for edge in edges]
        together = separator.join(launched) if separator else listed(launched)
        comma = "," if "levels" in edges[-1] and self.where(edges) else ""
        return f"{who} launches {together}{comma}{self.where(edges)}."

    def sentences(self):
        """One for all that a kernel launches into one kind of stream."""
        groups = {}
        for edge in self.graph.edges:
            key = (edge["from"], edge["stream"], edge.get("error"))
            groups.setdefault(key, []).append(edge)
        for (_, _, error), edges in groups.items():
            yield from (map(self.refused, edges) if error else [self.accepted(edges)])


def in_words(graph, code=str):
    return " ".join(Words(graph, code).sentences()) or "The run launches nothing."


# ---- In Graphviz' language ------------------------------------------------------------------------


def quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def attributes(**given):
    """[name="value", …] of those that have a value; `class_` is written class."""
    return ("[" + ", ".join(f"{name.rstrip('_')}={quoted(value)}" for name, value in given.items()
                            if value) + "]")


def node_class(graph, number):
    """parent: launched by the host; bad: only refused; or else the stream of all its launches."""
    edges = [edge for edge in graph.edges if edge["to"] == number and "error" not in edge]
    if not edges:
        return "bad"
    if any(edge["from"] is None for edge in edges):
        return "parent"
    streams = {edge["stream"] for edge in edges}
    return streams.pop() if len(streams) == 1 and streams != {"null"} else "child"


def node_label(node):
    """The kernel, how many grids it has, and their shape."""
    lines = [node["kernel"]]
    if node["grids"]:
        lines += [plural(node["grids"], "grid"),
                  ("mostly " if node["shapes"] > 1 else "") + f"<<<{node['shape']}>>>"]
    if node["place"] is None:
        lines.append("not in the exercise")
    return "\n".join(lines)


def node_line(graph, number):
    node = graph.nodes[number]
    url = graph.url(node["place"]) if node["place"] else ""
    return f"n{number} " + attributes(label=node_label(node), class_=node_class(graph, number), URL=url)


def edge_class(edge):
    """Its color in the key; launches of the host have none."""
    if "error" in edge:
        return "bad"
    return "" if edge["stream"] == "host" else edge["stream"]


def stream_label(edge):
    """NULL stream ×12, 2 levels"""
    if edge["stream"] == "host":
        said = plural(edge["count"], "launch")
    else:
        said = STREAMS[edge["stream"]]
        if "streams" in edge:
            said = plural(edge["streams"], said.removesuffix("s"))
        said += f" ×{edge['count']:,}"
    if "levels" in edge:
        said += f"\n{plural(edge['levels'], 'level')} deep"
    return f"{said} refused" if "error" in edge else said


def place_label(places):
    """line 84; TODO, line 88; lines 84, 90"""
    if not places:
        return ""
    todo = "TODO, " if all(place["gap"] for place in places) else ""
    numbers = ", ".join(str(place["line"]) for place in places)
    return f"\n{todo}line{'s' if len(places) > 1 else ''} {numbers}"


def edge_line(graph, edge):
    origin = "host" if edge["from"] is None else f"n{edge['from']}"
    places = edge["places"]
    return f"{origin} -> n{edge['to']} " + attributes(
        label=stream_label(edge) + place_label(places), class_=edge_class(edge),
        labelURL=graph.url(places[0]) if places else "")


def dot(graph):
    """The whole graph; of several devices each is a cluster."""
    lines = ["edge [fontsize=16]"]  # larger than it is shown, so that labels have room around them
    if graph.edges:
        lines.append('host [label="host", class="host"]')
    for device in graph.devices:
        nodes = [node_line(graph, number) for number, node in enumerate(graph.nodes)
                 if node["device"] == device]
        if len(graph.devices) > 1:
            nodes = [f'subgraph cluster_{device} {{ label="device {device}"', *nodes, "}"]
        lines += nodes
    lines += [edge_line(graph, edge) for edge in graph.edges]
    return "digraph {\n" + "\n".join(lines) + "\n}\n"


# ---- On the page ----------------------------------------------------------------------------------


def legend(graph):
    own = any(place["gap"] for edge in graph.edges for place in edge["places"])
    return ("One box per kernel of the run that the timeline above shows: its grids and their shape. "
            "One arrow per kind of launch: the stream, how many launches, and the line of the skeleton"
            + (". A launch that you write has the line of its TODO." if own else "."))


def figure(graph):
    """The place of the drawing, and its words for those who see it and those who do not."""
    def code(name):
        return f"<code>{html.escape(name)}</code>"

    return (f'<p class="legend">{legend(graph)}</p>\n'
            f'<figure class="diagram"><div class="picture">'
            f'<div class="launch-graph" data-graph="{graph.lesson}" '
            f'data-words="{html.escape(in_words(graph))}"></div></div>'
            f"<figcaption>{in_words(graph, code)}</figcaption></figure>")
