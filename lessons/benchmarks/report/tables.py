"""Every table of ../README.md from the results: lists of lines of Markdown. Which rows and columns,
and in which order, is said here; every number comes from the file."""

from figures import mean, three, times


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]


def bold(text):
    return f"**{text}**"


# ---- Mandelbrot

MANDELBROT = ("null", "fire_and_forget", "inside", "once", "levels", "levels_by_host", "pool")


def mandelbrot_row(results, width, dwell):
    def of(variant):
        return results.row(benchmark="mandelbrot", size=width, parameter=dwell, variant=variant)

    flat = min(of("flat").median, of("flat_tiles").median)
    chosen = of("chosen")
    share = float(chosen.note["flat"])  # of the flat kernel's steps
    return [width, dwell, three(flat), *(three(of(name).median) for name in MANDELBROT),
            bold(three(chosen.median)), bold(f"{flat / chosen.median:.2f}×"),
            "(flat)" if share == 1 else f"{1 / share:.1f}×", chosen.note["differing"]]


def mandelbrot(results):
    head = ["width", "dwell", "flat", *MANDELBROT, bold("chosen"), "gain", "limit by steps",
            "pixels wrong"]
    return table(head, [mandelbrot_row(results, width, dwell)
                        for width in results.values("size", benchmark="mandelbrot")
                        for dwell in results.values("parameter", benchmark="mandelbrot")])


def mandelbrot_eight_steps(results):
    def of(width, variant):
        return results.ms(benchmark="mandelbrot_eight_steps", size=width, parameter=2048,
                          variant=variant)

    rows = []
    for width in results.values("size", benchmark="mandelbrot_eight_steps"):
        flat, chosen = min(of(width, "flat"), of(width, "flat_tiles")), of(width, "chosen")
        rows.append([width, 2048, three(flat), three(chosen), f"{flat / chosen:.2f}×"])
    return table(["width", "dwell", "flat", "chosen", "gain"], rows)


# ---- Bezier lines


def bezier(results):
    sizes = results.values("size")
    most = sizes[-1]
    flat, flat_warps = (results.ms(size=most, variant=name) for name in ("flat", "flat_warps"))
    rows = []
    for variant in results.values("variant"):
        last = results.row(size=most, variant=variant)
        rows.append([variant, *(three(results.ms(size=size, variant=variant)) for size in sizes),
                     times(last.median / flat), times(last.median / flat_warps), three(last.min)])
    return table(["variant", *(f"{size:,} lines" for size in sizes), "over flat",
                  "over flat_warps", "fastest run"], rows)


# ---- Breadth-first search

GRAPHS = ("uniform", "power_law", "road")
# (variant, parameter)
BFS = (("flat", 0), ("flat_warps", 0), ("flat_blocks", 0), ("child_null", 0), ("child", 0),
       ("threshold", 16), ("threshold", 32), ("threshold", 128), ("threshold", 1024), ("coarse", 0),
       ("threshold_coarse", 128), ("warp", 0), ("block", 0), ("grid", 0), ("warp_all", 128),
       ("block_all", 32), ("grid_all", 32), ("grid_shared", 1024), ("pieces", 64),
       ("pieces_tail", 64), ("pieces_graph", 64), ("pieces_sync", 64))
BFS_SIZE, BFS_MOST = 131072, 1048576


def bfs_mean(results, variant, parameter, size=BFS_SIZE):
    return mean([results.ms(input=graph, size=size, variant=variant, parameter=parameter)
                 for graph in GRAPHS])


def bfs_name(variant, parameter):
    return variant if parameter in (0, 64) else f"{variant}, {parameter:,}"


def bfs_children(results, variant, parameter):
    if variant == "pieces_graph":
        return "(graph launches)"
    counts = [int(results.row(input=graph, size=BFS_SIZE, variant=variant,
                              parameter=parameter).note["children"]) for graph in GRAPHS]
    return ", ".join(f"{count:,}" for count in counts) if any(counts) else ""


def bfs(results):
    means = {one: bfs_mean(results, *one) for one in BFS}
    rows = []
    for variant, parameter in BFS:
        ms = [results.ms(input=graph, size=BFS_SIZE, variant=variant, parameter=parameter)
              for graph in GRAPHS]
        own = means[variant, parameter]
        rows.append([bfs_name(variant, parameter), bfs_children(results, variant, parameter),
                     *map(three, ms), three(own), times(means["child", 0] / own),
                     times(means["flat", 0] / own)])
    return table(["variant", "children (uniform, power law, road)", "uniform", "power law", "road",
                  "mean", "over child", "over flat"], rows)


def bfs_published(results):
    """What this measures beside published geometric means, of other graphs on older cards."""
    def over(base, size, *variants):
        base_mean = bfs_mean(results, *base, size=size)
        return [times(base_mean / bfs_mean(results, *one, size=size)) for one in variants]

    best = ("grid_all", 32), ("grid_shared", 1024)
    plain = over(("child", 0), BFS_SIZE, ("warp", 0), ("block", 0), ("grid", 0))
    both = over(("child", 0), BFS_SIZE, *best)
    rows = [
        ["aggregation over plain children", "6.6×",
         "{} (warp), {} (block), {} (grid)".format(*plain), ""],
        ["threshold, coarsening, aggregation over plain children", "43×",
         "{} (grid_all, 32), {} (grid_shared)".format(*both), ""],
    ]
    for what, published, base in (("the same over no children", "8.7×", ("flat", 0)),
                                  ("the same over the best flat kernel with host-started levels "
                                   "(`pieces`)", "", ("pieces", 64))):
        rows.append([what, published, *(", ".join(over(base, size, *best))
                                        for size in (BFS_SIZE, BFS_MOST))])
    return table(["what", "published", f"here, {BFS_SIZE:,} vertices", f"here, {BFS_MOST:,}"], rows)


# The last rows of the file: few variants, in pools of several sizes.
POOLED = (("block", "power_law"), ("grid", "power_law"), ("pieces", "power_law"),
          ("pieces_tail", "power_law"), ("block", "road"), ("grid", "road"),
          ("pieces_tail", "road"), ("pieces_graph", "road"), ("pieces_sync", "road"))
SLOTS = (2048, 8192, 32768, 131072)


def bfs_slots(results):
    rows = []
    for variant, graph in POOLED:
        parameter = 64 if variant.startswith("pieces") else 0
        repeated = results.where(input=graph, size=BFS_SIZE, variant=variant, parameter=parameter)
        ms = {int(row.note["places"]): row.median for row in repeated}  # the last one counts
        children = int(repeated[-1].note["children"])
        rows.append([f"{variant}, {graph.replace('_', ' ')} ({children or 'none'})",
                     *(three(ms[slots]) for slots in SLOTS)])
    rows[0][0] = rows[0][0].replace(")", " children)")
    return table(["variant, graph", f"{SLOTS[0]:,} slots", *(f"{n:,}" for n in SLOTS[1:])], rows)


# ---- Quicksort and quadtree: rows of variants, columns of sizes or inputs

BEST = ("levels",)


def with_ratio(results, sizes, over, **wanted):
    """Times of `wanted` over sizes, in brackets over those of the variant `over`."""
    rows = []
    for variant in results.values("variant", **wanted):
        cells = []
        for size in sizes:
            found = results.where(size=size, variant=variant, **wanted)
            base = results.ms(size=size, variant=over, **wanted)
            ratio = "1×" if variant == over else times(found[0].median / base) if found else ""
            cells.append(f"{three(found[0].median)} ({ratio})" if found else "")
        rows.append([bold(variant) if variant in BEST else variant, *cells])
    return rows


def by_inputs(results, columns, variants):
    """`columns` are pairs of input and size."""
    return [[bold(variant) if variant in BEST else variant,
             *(three(results.ms(input=name, size=size, variant=variant)) for name, size in columns)]
            for variant in variants]


def quicksort_random(results):
    sizes = [size for size in results.values("size", input="random") if size >= 16384]
    return table(["random keys", *(f"{size:,}" for size in sizes)],
                 with_ratio(results, sizes, "cub_radix", input="random"))


def quicksort_inputs(results):
    size = 4194304
    names = {"random": "random", "sorted": "sorted", "reversed": "reversed",
             "sixteen_keys": "16 different", "equal": "all equal"}
    return table([f"{size:,} keys", *names.values()],
                 by_inputs(results, [(name, size) for name in names],
                           results.values("variant", input="sorted", size=size)))


def quadtree_uniform(results):
    sizes = [size for size in results.values("size", input="uniform") if size >= 1000]
    return table(["uniform points", *(f"{size:,}" for size in sizes)],
                 with_ratio(results, sizes, "morton", input="uniform"))


def quadtree_inputs(results):
    sizes = results.values("size", input="clustered")
    spot = results.values("size", input="one_spot")[0]
    columns = [*(("clustered", size) for size in sizes), ("one_spot", spot)]
    heads = [f"clustered, {sizes[0]:,}", *(f"{size:,}" for size in sizes[1:]),
             f"all in one spot, {spot:,}"]
    return table(["other points", *heads],
                 by_inputs(results, columns, results.values("variant", input="clustered")))


# ---- Host memories (lesson 23)


def passes_by_variant(results):
    passes = results.values("parameter", input="passes")
    return table(["passes over 64 MB", *passes],
                 [[variant, *(three(results.ms(input="passes", variant=variant, parameter=number))
                              for number in passes)]
                  for variant in results.values("variant", input="passes")])


# (input, what of it, words, whether it is a rate); empty where a kind cannot do the job.
JOBS = (("results", {}, "256 results of 256 child grids", False),
        ("list", {"parameter": 1}, "a list of 64 nodes, walked over once", False),
        ("list", {"parameter": 20}, "the same, walked over twenty times", False),
        ("copy_in", {"size": 256 << 20}, "copy of 256 MB to the device, GB/s", True),
        ("copy_out", {"size": 256 << 20}, "copy of 256 MB from the device, GB/s", True),
        ("copy_in", {"size": 4096}, "copy of 4 KB to the device", False),
        ("copy_out", {"size": 4096}, "copy of 4 KB from the device", False),
        ("returns_in", {}, "until cudaMemcpyAsync to the device returns", False),
        ("returns_out", {}, "until cudaMemcpyAsync from the device returns", False),
        ("allocate", {}, "64 MB allocated", False),
        ("give_back", {}, "64 MB freed", False))


def host_memories_jobs(results):
    kinds = results.values("variant")
    rows = []
    for name, which, words, is_rate in JOBS:
        found = {row.variant: row for row in results.where(input=name, **which)}
        rows.append([words, *("" if kind not in found else
                              three(found[kind].size / found[kind].median / 1e6) if is_rate else
                              three(found[kind].median) for kind in kinds)])
    return table(["job", *kinds], rows)


# ---- Two cards (lessons 20 to 22)

CARD_JOBS = (("overlap", 2, "waiting", "a kernel on each card that asks to sleep 20 ms, the host waits for each"),
             ("overlap", 2, "together", "the same, it waits in the end"),
             ("hops", 1000, "one_card", "1,000 small kernels in a row, on one card"),
             ("hops", 1000, "events", "the same on both by turns, with an event between"),
             ("hops", 1000, "host_waits", "the same, the host waits for each"))
COPIES = (("peer", "with access to each other's memory"), ("without_access", "without access"),
          ("through_host", "through pinned memory of the host"))


def two_cards(results):
    rows = [[words, three(results.ms(input=name, size=size, variant=variant))]
            for name, size, variant, words in CARD_JOBS]
    for variant, words in COPIES:
        for size in (4096, 256 << 20):
            ms = results.ms(input="copy", size=size, variant=variant)
            what, cell = (("4 KB", three(ms)) if size == 4096 else
                          ("256 MB, GB/s", three(size / ms / 1e6)))
            rows.append([f"copy from card to card {words}, {what}", cell])
    return table(["job", "time"], rows)


# ---- Adaptive grid (lesson 16)

ADAPTIVE = ("flat", "child_null", "child", "four", "block", "levels", "levels_ahead",
            "levels_by_host")


def adaptive_grid(results):
    """Empty where a variant would need more slots for launches than the benchmark gives it."""
    rows = []
    for field, hills, side in dict.fromkeys((row.input, row.parameter, row.size)
                                            for row in results.rows):
        here = results.where(input=field, parameter=hills, size=side)
        ms = {row.variant: row.median for row in here}
        leaves = next(row.note for row in here if row.variant == "levels_ahead")
        rows.append([field, hills, side, f"{100 * float(leaves['share']):.3g} %",
                     *(three(ms[name]) if name in ms else "" for name in ADAPTIVE),
                     bold(times(ms["flat"] / ms["levels_ahead"]))])
    heads = [bold(name) if name == "levels_ahead" else name for name in ADAPTIVE]
    return table(["field", "hills", "side", "cells", *heads, "gain"], rows)


# The block of README.md, the results that it is made of, and what makes it.
TABLES = {
    "mandelbrot": ("mandelbrot", mandelbrot),
    "mandelbrot, eight steps": ("mandelbrot", mandelbrot_eight_steps),
    "bezier": ("bezier", bezier),
    "bfs": ("bfs", bfs),
    "bfs, published": ("bfs", bfs_published),
    "bfs, slots": ("bfs", bfs_slots),
    "quicksort": ("quicksort", quicksort_random),
    "quicksort, inputs": ("quicksort", quicksort_inputs),
    "quadtree": ("quadtree", quadtree_uniform),
    "quadtree, inputs": ("quadtree", quadtree_inputs),
    "two_cards": ("two_cards", two_cards),
    "two_cards, passes": ("two_cards", passes_by_variant),
    "host_memories": ("host_memories", passes_by_variant),
    "host_memories, jobs": ("host_memories", host_memories_jobs),
    "adaptive_grid": ("adaptive_grid", adaptive_grid),
}
