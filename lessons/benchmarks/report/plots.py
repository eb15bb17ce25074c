"""Every plot from the results, one a lesson: what is drawn, in which colour, and the words for
those who cannot see it."""

from figures import mean, three, times
from svg import MARGIN, LineSeries, LogScale, Picture, bars, factors, lines
from tables import BFS_SIZE, GRAPHS, bfs_name

KEY = [("flat", "flat: no launch by the device"), ("many", "a launch for each item"),
       ("few", "one launch for many")]


def names(series):
    """The ends of the lines in words: “flat: 0.0431 ms, …”."""
    return ", ".join(one.name for one in series)


def over_size(results, variants, value, unit, least=1, **wanted):
    """A line for each (variant, colour) that was measured: `value` of a row over its size, from the
    size `least` on. Its name says the last value."""
    series = []
    for variant, colour in variants:
        points = [(row.size, value(row)) for row in results.where(variant=variant, **wanted)
                  if row.size >= least]
        if points:
            name = f"{variant}: {three(points[-1][1])}{unit}"
            series.append(LineSeries(name, colour, points))
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
    for variant, colour in (("null", "many"), ("chosen", "few")):
        for dwell in dwells:
            points = [(width, mandelbrot_ms(results, width, dwell, "flat") /
                       mandelbrot_ms(results, width, dwell, variant)) for width in widths]
            name = f"{variant}, dwell {dwell:,}: {three(points[-1][1])}×"
            series.append(LineSeries(name, colour, points, dashed=variant == "null"))
    return series


def mandelbrot(results):
    widths = results.values("size", benchmark="mandelbrot")
    dwells = results.values("parameter", benchmark="mandelbrot")
    width, dwell = widths[-1], dwells[-1]
    gains = mandelbrot_gains(results, widths, dwells)
    ms = {name: mandelbrot_ms(results, width, dwell, name) for name, _ in STEPS}
    picture = Picture(
        700, "Mandelbrot: how many times as fast as a kernel a pixel", results.made(),
        f"Above, the gain over the flat kernel by width. At {width:,} pixels: "
        f"{names(gains)}. Below, milliseconds of each step at {width:,} by {width:,} pixels and "
        f"dwell {dwell:,}: " + ", ".join(f"{name} {three(ms[name])}" for name, _ in STEPS) + ".")
    picture.key(76, [*KEY, ("rival", "launched by the host")])
    lines(picture, 100, 360, gains, "Width and height of the picture (pixels)",
          "Gain over flat", "×")
    picture.text(MARGIN, 446, f"The steps at {width:,} × {width:,} pixels, dwell {dwell:,}: "
                 "time of the picture (milliseconds), and gain over flat", "ink", bold=True)
    bars(picture, 466, 160, 520, [
        (name, colour, ms[name], f"{three(ms[name])} ms, {three(ms['flat'] / ms[name])}×")
        for name, colour in STEPS])
    return picture


# ---- Bezier lines, quadtree, quicksort

BEZIER = (("flat", "flat"), ("flat_warps", "flat"), ("child_null", "many"), ("child_heap", "many"),
          ("child_fire_and_forget", "many"), ("threshold_24", "many"), ("block_64", "few"),
          ("block_1024", "few"), ("grid_last", "few"))


def bezier(results):
    series = over_size(results, BEZIER, lambda row: row.median, " ms")
    most = max(results.values("size"))
    picture = Picture(
        540, "Bezier lines: time by number of lines", results.made(),
        f"Milliseconds over the number of lines. At {most:,} lines: {names(series)}.")
    picture.key(76, KEY)
    lines(picture, 100, 470, series, "Lines", "Time of all lines (milliseconds)")
    return picture


QUADTREE = (("block_null", "many"), ("block", "many"), ("levels", "few"),
            ("levels_by_host", "rival"), ("morton", "flat"))


def quadtree(results):
    series = over_size(results, QUADTREE, lambda row: row.median, " ms", 1000, input="uniform")
    most = series[0].points[-1][0]
    picture = Picture(
        500, "Quadtree: time by number of points, spread evenly", results.made(),
        f"Milliseconds over the number of points. At {most:,} points: {names(series)}.")
    picture.key(76, [("many", "a launch a node"), ("few", "a launch a level"),
                     ("rival", "a level launched by the host"), ("flat", "no recursion: a sort")])
    lines(picture, 100, 430, series, "Points", "Time of the whole tree (milliseconds)")
    return picture


QUICKSORT = (("thread_null", "many"), ("thread", "many"), ("block", "many"), ("levels", "few"),
             ("levels_by_host", "rival"), ("cub_merge", "flat"), ("thrust", "flat"),
             ("cub_radix", "flat"))


def quicksort(results):
    def ratio(row):
        return row.median / results.ms(input="random", size=row.size, variant="cub_radix")

    series = over_size(results, QUICKSORT, ratio, "×", 1000, input="random")
    most = max(one.points[-1][0] for one in series)
    ends = [one for one in series if one.points[-1][0] == most]
    picture = Picture(
        520, "Quicksort: time over that of CUB's radix sort, random keys", results.made(),
        f"Time over that of CUB's radix sort by the number of keys. At {most:,} keys: "
        f"{names(ends)}. The lines of thread_null and thread end earlier, at "
        f"{names([one for one in series if one not in ends])}.")
    picture.key(76, [("many", "a launch a range"), ("few", "a launch a level"),
                     ("rival", "a level launched by the host"), ("flat", "the toolkit's sorts")])
    lines(picture, 100, 450, series, "Keys of 32 bits",
          "Time over CUB's radix sort", "×")
    return picture


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
    picture = Picture(
        540, f"Breadth-first search, {BFS_SIZE:,} vertices: gain over a child a vertex",
        results.made(), "How many times as fast as a fire-and-forget child a vertex, on three "
        f"graphs; the geometric means: {means}.")
    picture.key(76, [("flat", "no launch by the device"), ("many", "a launch a vertex"),
                     ("few", "aggregated launches"), ("rival", "device graph, cooperative grid")])
    top, first, room = 124, 192, 214
    for i, one in enumerate(BFS):
        picture.text(first - 18, top + i * 20 + 11, bfs_name(*one[:2]), "ink", anchor="end")
    for column, graph in enumerate(GRAPHS):
        begin = first + column * room
        scale = LogScale(0.1, 1000, begin, begin + 160)
        picture.text(begin, top - 14, graph.replace("_", " "), "ink", bold=True)
        factors(picture, top, scale, [(one[2], factor, times(factor))
                                      for one, factor in zip(BFS, gains[graph], strict=True)])
    picture.text(first + 1.5 * room, top + len(BFS) * 20 + 38,
                 "Time of child over time of the variant (logarithmic)", "soft", anchor="middle")
    return picture


# ---- Host memories, adaptive grid

MEMORIES = (("pinned", "many"), ("registered", "many"), ("managed", "rival"),
            ("device_copied", "few"), ("device", "flat"))


def host_memories(results):
    series = []
    for variant, colour in MEMORIES:
        points = [(row.parameter, row.median)
                  for row in results.where(input="passes", variant=variant)]
        series.append(LineSeries(f"{variant}: {three(points[-1][1])} ms", colour, points))
    picture = Picture(
        500, "Host memories: passes of kernels over 64 MB that the host has written",
        results.made(), f"Milliseconds over the number of passes. At {series[0].points[-1][0]}: "
        f"{names(series)}.")
    picture.key(76, [("many", "used where it is, over the bus"), ("rival", "pages move"),
                     ("few", "copied first"), ("flat", "there already")])
    lines(picture, 100, 430, series, "Passes", "Time of all passes (milliseconds)")
    return picture


ADAPTIVE = (("child_null", "many"), ("child", "many"), ("four", "many"), ("block", "few"),
            ("levels", "few"), ("levels_ahead", "few"), ("levels_by_host", "rival"))


def adaptive_gains(results, hills):
    series = []
    for variant, colour in (("child", "many"), ("levels_ahead", "few")):
        for number in hills:
            wanted = {"input": "circle", "parameter": number}
            points = [(row.size, results.ms(size=row.size, variant="flat", **wanted) / row.median)
                      for row in results.where(variant=variant, **wanted)]
            name = f"{variant}, {number} hills: {three(points[-1][1])}×"
            series.append(LineSeries(name, colour, points, dashed=variant == "child"))
    return series


def adaptive_grid(results):
    hills = results.values("parameter", input="circle")
    gains = adaptive_gains(results, hills)
    # The largest at which every step was measured.
    side = max(row.size for row in results.where(variant="child", input="circle"))
    ms = {row.variant: row.median
          for row in results.where(input="circle", size=side, parameter=hills[-1])}
    steps = [(name, colour, ms["flat"] / ms[name]) for name, colour in ADAPTIVE]
    picture = Picture(
        660, "Adaptive grid: how many times as fast as the finest grid", results.made(),
        f"Above, the gain over flat by the side of the finest grid: {names(gains)}. Below, the "
        f"gain of each step at {side:,} by {side:,} and {hills[-1]} hills: "
        + ", ".join(f"{name} {times(gain)}" for name, _, gain in steps) + ".")
    picture.key(76, [("many", "a launch a cell (four: a launch for its parts)"),
                     ("few", "one launch for many"), ("rival", "launched by the host")])
    lines(picture, 100, 360, gains, "Side of the finest grid (cells)", "Gain over flat", "×")
    picture.text(MARGIN, 446, f"The steps at {side:,} × {side:,} cells, {hills[-1]} hills: "
                 "gain over flat (logarithmic)", "ink", bold=True)
    scale = LogScale(0.01, 100, 150, 650)
    for i, (name, _, _) in enumerate(steps):
        picture.text(134, 471 + i * 20 + 11, name, "ink", anchor="end")
    factors(picture, 471, scale, [(colour, gain, f"{times(gain)}, {three(ms[name])} ms")
                                  for name, colour, gain in steps])
    return picture


# The plot, the results that it is made of, and what draws it.
PLOTS = {
    "mandelbrot": ("mandelbrot", mandelbrot),
    "bezier": ("bezier", bezier),
    "launch_aggregation": ("bfs", launch_aggregation),
    "quicksort": ("quicksort", quicksort),
    "quadtree": ("quadtree", quadtree),
    "host_memories": ("host_memories", host_memories),
    "adaptive_grid": ("adaptive_grid", adaptive_grid),
}
