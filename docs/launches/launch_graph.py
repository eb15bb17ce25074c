"""The launch graph of a run: who launches whom, with all grids of a kernel as one node.

`graph_of` makes it from the report that the emulator writes. It is plain data, so that it can be kept
as JSON: `nodes` are kernels, `edges` are launches, both in the order in which the run first had them.

A node is a kernel on a device: its name, how many grids it had, and the shape that most of them had,
as <<<shape>>>. An edge leads from a node, or from null, which is the host, to another. It has the kind
of stream and how many launches went there; of streams with a handle also how many streams they were.
`levels` is how deep a kernel launches itself. Launches that were refused are edges of their own, with
the error's name. A `place` is a line of skeleton.cu, and its gap if the solution's line is in one.
"""

import dataclasses

# Each launch names its own: the number of streams says something.
WITH_HANDLE = {"named", "per_thread"}


def extent(numbers):
    """4 or (4,4,1)"""
    x, y, z = numbers
    return str(x) if (y, z) == (1, 1) else f"({x},{y},{z})"


def shape(launch):
    return f"{extent(launch['grid'])}, {extent(launch['block'])}"


def most_frequent(values):
    """The first of those that are there most often."""
    return max(dict.fromkeys(values), key=values.count)


class Run:
    """What a report says of launches, with the nodes and edges that each belongs to."""

    def __init__(self, report):
        self.launches = report["launches"]
        self.refused = report["refused"]
        self.by_id = {launch["id"]: launch for launch in self.launches}

    def parent(self, launch):
        """The launch whose grid launched this one; None for the host."""
        return self.by_id.get(launch["parent"])

    @staticmethod
    def node(launch):
        return (launch["kernel"], launch["device"])

    def node_of_refused(self, refused):
        """A grid launches only on its own device."""
        parent = self.parent(refused)
        return (refused["kernel"], parent["device"] if parent else 0)

    def origin(self, launch):
        parent = self.parent(launch)
        return self.node(parent) if parent else None

    def levels(self):
        """For each launch how many of its ancestors in one line are of the same node."""
        found = {}
        for launch in self.launches:  # a parent comes before its children
            parent = self.parent(launch)
            same = parent is not None and self.node(parent) == self.node(launch)
            found[launch["id"]] = found[parent["id"]] + 1 if same else 0
        return found


def place_of(place):
    return None if place is None else dataclasses.asdict(place)


def nodes_of(run, place_of_kernel):
    shapes = {}
    for launch in run.launches:
        shapes.setdefault(run.node(launch), []).append(shape(launch))
    for refused in run.refused:
        shapes.setdefault(run.node_of_refused(refused), [])
    return {node: {"kernel": node[0], "device": node[1], "grids": len(its),
                   "shape": most_frequent(its) if its else "", "shapes": len(set(its)),
                   "place": place_of(place_of_kernel(node[0]))}
            for node, its in shapes.items()}


def places_of(launches, place_of_line):
    """Where these launches are written, each place once."""
    places = {place_of_line(launch["file"], launch["line"]) for launch in launches} - {None}
    return [place_of(place) for place in sorted(places)]


def edges_of(run, place_of_line):
    """(origin, target, facts) of each edge"""
    groups = {}
    for launch in run.launches:
        key = (run.origin(launch), run.node(launch), launch["stream"], "")
        groups.setdefault(key, []).append(launch)
    for refused in run.refused:
        key = (run.origin(refused), run.node_of_refused(refused), refused["stream"],
               refused["error_name"])
        groups.setdefault(key, []).append(refused)
    levels = run.levels()
    for (origin, target, stream, error), launches in groups.items():
        facts = {"stream": stream, "count": len(launches)}
        if stream in WITH_HANDLE and not error:
            facts["streams"] = len({launch["stream_id"] for launch in launches})
        if origin == target and not error:
            facts["levels"] = max(levels[launch["id"]] for launch in launches)
        if error:
            facts["error"] = error
        yield origin, target, {**facts, "places": places_of(launches, place_of_line)}


def graph_of(report, place_of_kernel, place_of_line):
    """The graph; the functions give the place of a kernel's name, and of a file and line."""
    run = Run(report)
    nodes = nodes_of(run, place_of_kernel)
    index = {node: number for number, node in enumerate(nodes)}
    edges = [{"from": None if origin is None else index[origin], "to": index[target], **facts}
             for origin, target, facts in edges_of(run, place_of_line)]
    return {"nodes": list(nodes.values()), "edges": edges}
