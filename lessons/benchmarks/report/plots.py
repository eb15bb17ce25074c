"""Every plot from the results: what is drawn, of which kind each variant is, and the description
for readers who cannot see it."""

from figures import mean, three, times
from plot_kinds import LineSeries, Plot, bars, factors, lines
from tables import BFS_SIZE, GRAPHS, bfs_name

KEY = {"flat": "no launch by the device", "many": "one launch per item",
       "few": "one launch for many items"}


def names(series):
    """The ends of the lines in words: “flat: 0.0431 ms, …”."""
    return ", ".join(one.name for one in series)


def over(column, results, variants, value, unit, least=1, **wanted):
    """A line for each (variant, kind) that was measured: `value` of a row over its size or
    parameter, from `least` on. Its name says the last value."""
    series = []
    for variant, kind in variants:
        points = [(getattr(row, column), value(row))
                  for row in results.where(variant=variant, **wanted)
                  if getattr(row, column) >= least]
        if points:
            name = f"{variant}: {three(points[-1][1])}{unit}"
            series.append(LineSeries(name, kind, points))
    return series


# ---- Mandelbrot

STEPS = (("flat", "flat"), ("null", "many"), ("fire_and_forget", "many"), ("inside", "many"),
         ("once", "many"), ("levels", "few"), ("levels_by_host", "rival"), ("pool", "few"),
         ("chosen", "few"))


def mandelbrot_ms(results, width, dwell, variant):
    def of(name):
        return results.ms(benchmark="mandelbrot", size=width, parameter=dwell, variant=name)
    return min(of("flat"), of("flat_tiles")) if variant == "flat" else of(variant)


def mandelbrot_gains(results, widths, dwells):
    series = []
    for variant, kind in (("null", "many"), ("chosen", "few")):
        for dwell in dwells:
            points = [(width, mandelbrot_ms(results, width, dwell, "flat") /
                       mandelbrot_ms(results, width, dwell, variant)) for width in widths]
            name = f"{variant}, dwell {dwell:,}: {three(points[-1][1])}×"
            series.append(LineSeries(name, kind, points, dashed=variant == "null"))
    return series


def mandelbrot(results):
    widths = results.values("size", benchmark="mandelbrot")
    gains = mandelbrot_gains(results, widths, results.values("parameter", benchmark="mandelbrot"))
    return Plot(
        "Mandelbrot: how many times as fast as one thread per pixel",
        f"The gain over the flat kernel by width. At {widths[-1]:,} pixels: {names(gains)}.",
        {"many": KEY["many"], "few": KEY["few"]},
        lines(gains, "Width and height of the picture (pixels)", "Gain over flat", "×"))


def mandelbrot_steps(results):
    width, dwell = (results.values(column, benchmark="mandelbrot")[-1]
                    for column in ("size", "parameter"))
    ms = {name: mandelbrot_ms(results, width, dwell, name) for name, _ in STEPS}
    return Plot(
        f"Mandelbrot, {width:,} × {width:,} pixels, dwell {dwell:,}: time and gain over flat",
        f"Milliseconds of each step at {width:,} by {width:,} pixels and dwell {dwell:,}: "
        + ", ".join(f"{name} {three(ms[name])}" for name, _ in STEPS) + ".",
        {**KEY, "rival": "launched by the host"},
        bars([(name, kind, ms[name], f"{three(ms[name])} ms, {three(ms['flat'] / ms[name])}×")
              for name, kind in STEPS]))


# ---- Bezier lines, quadtree, quicksort

BEZIER = (("flat", "flat"), ("flat_warps", "flat"), ("child_null", "many"), ("child_heap", "many"),
          ("child_fire_and_forget", "many"), ("threshold_24", "many"), ("block_64", "few"),
          ("block_1024", "few"), ("grid_last", "few"))


def bezier(results):
    series = over("size", results, BEZIER, lambda row: row.median, " ms")
    most = max(results.values("size"))
    return Plot(
        "Bezier lines: time by number of lines",
        f"Milliseconds over the number of lines. At {most:,} lines: {names(series)}.", KEY,
        lines(series, "Lines", "Time of all lines (ms)"))


QUADTREE = (("block_null", "many"), ("block", "many"), ("levels", "few"),
            ("levels_by_host", "rival"), ("morton", "flat"))


def quadtree(results):
    series = over("size", results, QUADTREE, lambda row: row.median, " ms", 1000, input="uniform")
    most = series[0].points[-1][0]
    return Plot(
        "Quadtree: time by number of points, spread evenly",
        f"Milliseconds over the number of points. At {most:,} points: {names(series)}.",
        {"many": "one launch per node", "few": "one launch per level",
         "rival": "one launch per level, by the host", "flat": "no recursion: a sort"},
        lines(series, "Points", "Time of the whole tree (ms)"))


QUICKSORT = (("thread_null", "many"), ("thread", "many"), ("block", "many"), ("levels", "few"),
             ("levels_by_host", "rival"), ("cub_merge", "flat"), ("thrust", "flat"),
             ("cub_radix", "flat"))


def quicksort(results):
    def ratio(row):
        return row.median / results.ms(input="random", size=row.size, variant="cub_radix")

    series = over("size", results, QUICKSORT, ratio, "×", 1000, input="random")
    most = max(one.points[-1][0] for one in series)
    ends = [one for one in series if one.points[-1][0] == most]
    return Plot(
        "Quicksort: time over that of CUB's radix sort, random keys",
        f"Time over that of CUB's radix sort by the number of keys. At {most:,} keys: "
        f"{names(ends)}. The lines of thread_null and thread end earlier, at "
        f"{names([one for one in series if one not in ends])}.",
        {"many": "one launch per range", "few": "one launch per level",
         "rival": "one launch per level, by the host", "flat": "the toolkit's sorts"},
        lines(series, "Keys of 32 bits", "Time over CUB's radix sort", "×"))


# ---- Breadth-first search

BFS = (("flat", 0, "flat"), ("flat_warps", 0, "flat"), ("flat_blocks", 0, "flat"),
       ("child_null", 0, "many"), ("child", 0, "many"), ("threshold", 128, "many"),
       ("coarse", 0, "many"), ("threshold_coarse", 128, "many"), ("warp", 0, "few"),
       ("block", 0, "few"), ("grid", 0, "few"), ("grid_all", 32, "few"),
       ("grid_shared", 1024, "few"), ("pieces", 64, "flat"), ("pieces_tail", 64, "few"),
       ("pieces_graph", 64, "rival"), ("pieces_sync", 64, "rival"))


def launch_aggregation(results):
    def gain(graph, variant, parameter):
        def of(name, number):
            return results.ms(input=graph, size=BFS_SIZE, variant=name, parameter=number)
        return of("child", 0) / of(variant, parameter)

    gains = {graph: [gain(graph, *one[:2]) for one in BFS] for graph in GRAPHS}
    means = ", ".join(f"{bfs_name(*one[:2])} {times(mean([gains[graph][i] for graph in GRAPHS]))}"
                      for i, one in enumerate(BFS))
    one = factors([(bfs_name(*which), kind, gain, times(gain), graph.replace("_", " "))
                   for graph in GRAPHS
                   for (*which, kind), gain in zip(BFS, gains[graph], strict=True)], None, 200)
    column = {"field": "part", "sort": [graph.replace("_", " ") for graph in GRAPHS], "header": {
        "title": "Time of child over time of the variant, logarithmic", "titleOrient": "bottom"}}
    return Plot(
        f"Breadth-first search, {BFS_SIZE:,} vertices: gain over one child per vertex",
        "How many times as fast as one fire-and-forget child per vertex, on three graphs; the "
        f"geometric means: {means}.",
        {"flat": "no launch by the device", "many": "one launch per vertex",
         "few": "aggregated launches", "rival": "device graph, cooperative grid"},
        {"data": one.pop("data"), "facet": {"column": column}, "spacing": 60, "spec": one})


# ---- Host memories, adaptive grid

MEMORIES = (("pinned", "many"), ("registered", "many"), ("managed", "rival"),
            ("device_copied", "few"), ("device", "flat"))


def host_memories(results):
    series = over("parameter", results, MEMORIES, lambda row: row.median, " ms", input="passes")
    return Plot(
        "Host memories: passes over 64 MB that the host wrote",
        f"Milliseconds over the number of passes. At {series[0].points[-1][0]}: {names(series)}.",
        {"many": "used where it is, over the bus", "rival": "pages move", "few": "copied first",
         "flat": "already there"},
        lines(series, "Passes", "Time of all passes (ms)"))


# Variants of the benchmark, and their names in the lesson.
ADAPTIVE_NAMES = {"child_null": "one child per cell, NULL stream", "child": "one child per cell",
                  "four": "one launch per four cells", "block": "one launch per block",
                  "levels": "one launch per level", "levels_ahead": "ahead",
                  "levels_by_host": "one launch per level, by the host"}
ADAPTIVE = (("child_null", "many"), ("child", "many"), ("four", "many"), ("block", "few"),
            ("levels", "few"), ("levels_ahead", "few"), ("levels_by_host", "rival"))


def adaptive_gains(results, hills):
    series = []
    for variant, kind in (("child", "many"), ("levels_ahead", "few")):
        for number in hills:
            wanted = {"input": "circle", "parameter": number}
            points = [(row.size, results.ms(size=row.size, variant="flat", **wanted) / row.median)
                      for row in results.where(variant=variant, **wanted)]
            name = f"{ADAPTIVE_NAMES[variant]}, {number} terms: {three(points[-1][1])}×"
            series.append(LineSeries(name, kind, points, dashed=variant == "child"))
    return series


def adaptive_grid(results):
    gains = adaptive_gains(results, results.values("parameter", input="circle"))
    return Plot(
        "Adaptive grid: how many times as fast as the finest grid",
        f"The gain over flat by the side of the finest grid: {names(gains)}.",
        {"many": "one child per cell", "few": "one launch per level (ahead)"},
        lines(gains, "Side of the finest grid (cells)", "Gain over flat", "×"))


def adaptive_grid_steps(results):
    hills = results.values("parameter", input="circle")[-1]
    # The largest at which every step was measured.
    side = max(row.size for row in results.where(variant="child", input="circle"))
    ms = {row.variant: row.median
          for row in results.where(input="circle", size=side, parameter=hills)}
    steps = [(ADAPTIVE_NAMES[variant], kind, ms["flat"] / ms[variant], ms[variant])
             for variant, kind in ADAPTIVE]
    return Plot(
        f"Adaptive grid, {side:,} × {side:,} cells, {hills} terms: gain over flat",
        f"The gain of each step at {side:,} by {side:,} cells and {hills} terms: "
        + ", ".join(f"{name}: {times(gain)}" for name, _, gain, _ in steps) + ".",
        {"many": "launches for one cell", "few": "one launch for many cells",
         "rival": "launched by the host"},
        factors([(name, kind, gain, f"{times(gain)}, {three(taken)} ms")
                 for name, kind, gain, taken in steps], "Gain over flat"))


# The plot, the results that it is made of, and what draws it.
PLOTS = {
    "mandelbrot": ("mandelbrot", mandelbrot),
    "mandelbrot_steps": ("mandelbrot", mandelbrot_steps),
    "bezier": ("bezier", bezier),
    "launch_aggregation": ("bfs", launch_aggregation),
    "quicksort": ("quicksort", quicksort),
    "quadtree": ("quadtree", quadtree),
    "host_memories": ("host_memories", host_memories),
    "adaptive_grid": ("adaptive_grid", adaptive_grid),
    "adaptive_grid_steps": ("adaptive_grid", adaptive_grid_steps),
}
