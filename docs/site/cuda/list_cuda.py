#!/usr/bin/env python3
"""Remakes list.txt, the names of CUDA, from the headers of an installation:

    list_cuda.py --from /usr/local/cuda/include > list.txt

Only names are taken, and for each what it is, its theme, and where CUDA lets a program use it. What
no header declares is below: built-in keywords, libcu++ and the instructions of PTX. The headers and
ptxas, next to them, are asked whether they know these.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from cuda import declarations  # noqa: E402

HEADERS = ["cuda_runtime.h", "cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h", "cuda_fp6.h", "cuda_fp4.h",
           "cuda_profiler_api.h", "cuComplex.h", "math_constants.h", "cooperative_groups.h",
           "cooperative_groups/reduce.h", "cooperative_groups/scan.h", "cooperative_groups/memcpy_async.h",
           "cuda_pipeline.h", "cuda_awbarrier_primitives.h", "mma.h"]
AS_NVCC = ["-std=c++17", "-C", "-D__CUDACC__", "-D__NVCC__", "-D__CUDA_ARCH__=900"]

OF_GROUP = {
    "CUDART_DEVICE": "device", "CUDART_ERROR": "errors", "CUDART_STREAM": "streams",
    "CUDART_EVENT": "events", "CUDART_EXECUTION": "execution", "CUDART_OCCUPANCY": "occupancy",
    "CUDART_MEMORY": "memory", "CUDART_MEMORY_POOLS": "pools", "CUDART_UNIFIED": "unified",
    "CUDART_PEER": "peer", "CUDART_TEXTURE_OBJECT": "textures", "CUDART_SURFACE_OBJECT": "surfaces",
    "CUDART_GRAPH": "graphs", "CUDART_LIBRARY": "libraries", "CUDART_EXTRES_INTEROP": "external",
    "CUDART_INTEROP": "external", "CUDART__VERSION": "version", "CUDART_DRIVER": "driver",
    "CUDART_DRIVER_ENTRY_POINT": "driver", "CUDART_LOGS": "logs", "CUDART_PROFILER": "logs",
    "CUDART_HIGHLEVEL": "cpp", "CUDA_MATH_INT": "integers", "CUDA_MATH_SINGLE": "single",
    "CUDA_MATH_DOUBLE": "double", "CUDA_MATH_INTRINSIC_INT": "integer-intrinsics",
    "CUDA_MATH_INTRINSIC_SINGLE": "single-intrinsics", "CUDA_MATH_INTRINSIC_DOUBLE": "double-intrinsics",
    "CUDA_MATH_INTRINSIC_CAST": "casts", "CUDA_MATH_INTRINSIC_SIMD": "simd",
}
# By the name, for what stands in no group: the first that matches.
OF_NAME = [(theme, re.compile(pattern)) for theme, pattern in {
    "atomics": r"atomic|__nv_atomic|__NV_THREAD_SCOPE_",
    "warp": r"__(shfl|all|any|ballot|match|reduce)_|__uni_sync|__activemask|__syncwarp|__any$|__all$|__ballot$",
    "clusters": r"__cluster|__isC\w*Shared|__threadfence_cluster|__cluster_dims__",
    "synchronization": r"__syncthreads|__threadfence|__nanosleep|clock|__trap|__brkpt|__barrier_sync|__prof_trigger",
    "caches": r"__ld|__st",
    "spaces": r"__is(Global|Shared|Local|Constant|GridConstant)|__cvta_",
    "async": r"__pipeline_|__mbarrier_",
    "texture-functions": r"tex(1D|2D|3D|Cubemap)",
    "surface-functions": r"surf(1D|2D|3D|Cubemap)",
    "launches": r"cudaGetParameterBuffer|cudaLaunchDevice",
    "groups": r"cooperative_groups::",
    "wmma": r"nvcuda::wmma::",
    "builtins": r"(threadIdx|blockIdx|blockDim|gridDim|warpSize)$",
    "c": r"(printf|malloc|free|memcpy|memset|__assert_fail)$",
    "double": r"fdivide$",
    "streams": r"cudaStream(Graph)?(TailLaunch|FireAndForget)",
    "integer-intrinsics": r"__(funnelshift|dp[24]a)|__nv_bswap",
    "simd": r"__vi",
}.items()]
OF_FILE = {"cuda_fp8.h": "small", "cuda_fp6.h": "small", "cuda_fp4.h": "small", "cuda_fp16.h": "half",
           "cuda_bf16.h": "half", "cuComplex.h": "complex", "math_constants.h": "math-constants",
           "vector_types.h": "vectors", "vector_functions.h": "vectors", "vector_functions.hpp": "vectors", "driver_functions.h": "memory",
           "channel_descriptor.h": "cpp", "host_defines.h": "qualifiers"}

# Parts of CUDA's own implementation, and names that it has only for programs of old versions.
INTERNAL = re.compile(
    r"_(?!_)|.*_(st|ptsz)$|__(cuda|internal|CUDA|NV_(?!THREAD)|nv_(?!atomic_(?!enable_if)|bfloat|cvt|fp)|pm\d|SM_|HALF|BFLOAT|u128|"
    r"annotate|location|device_builtin|cudart|specialization|import|export|no_return|tile|thread__|inline_hint|DEVICE|"
    r"(mbarrier_t|mbarrier_token_t)$|half_raw|half2_raw|nv_bfloat162?_raw)|\w*_H(PP)?_*$|\w*helper|CU_UUID|CUuuid|CUDARTAPI|"
    r"cooperative_groups::(_|details)|nvcuda::wmma::(_|details)|.*::_|.*::arrival_token::|CUDACC|EXCLUDE|cudaLogs\w+_|"
    r"(all|any|ballot|syncthreads_\w+|d(add|mul|sub|div)|__fdividef_)$|CUDART_DEVICE$|__cdecl")

QUALIFIERS = """__align__ __block_size__ __builtin_align__ __cluster_dims__ __constant__ __device__ __forceinline__
    __global__ __grid_constant__ __host__ __launch_bounds__ __local_maxnreg__ __managed__ __maxnreg__
    __noinline__ __nv_pure__ __restrict__ __shared__""".split()
LIBCU = """aligned_size_t annotated_ptr apply_access_property associate_access_property atomic atomic_flag
    atomic_ref atomic_signal_fence atomic_thread_fence barrier binary_semaphore counting_semaphore
    device::barrier_arrive_tx device::memcpy_async_tx discard_memory latch make_pipeline memcpy_async
    pipeline pipeline_shared_state proclaim_return_type ptx thread_scope""".split()
PTX = """abs activemask add addc alloca and applypriority atom bar barrier bfe bfi bfind bmsk bra brev brkpt brx
    call clusterlaunchcontrol clz cnot copysign cos cp createpolicy cvt cvta discard div dp2a dp4a elect ex2
    exit fence fma fns getctarank griddepcontrol isspacep istypep ld ldmatrix ldu lg2 lop3 mad mad24 madc
    mapa match max mbarrier membar min mma mov movmatrix mul mul24 multimem nanosleep neg not or pmevent
    popc prefetch prefetchu prmt rcp red redux rem ret rsqrt sad selp set setmaxnreg setp shf shfl shl shr
    sin slct sqrt st stackrestore stacksave stmatrix sub subc suld suq sured sust szext tanh tcgen05
    tensormap testp tex tld4 trap txq vabsdiff vabsdiff2 vabsdiff4 vadd vadd2 vadd4 vavrg2 vavrg4 vmad
    vmax vmax2 vmax4 vmin vmin2 vmin4 vote vset vset2 vset4 vshl vshr vsub vsub2 vsub4 wgmma wmma xor""".split()
# With what ptxas knows an instruction that is none without it.
PTX_GOES_ON = {"brx": "idx", "clusterlaunchcontrol": "try_cancel.async", "cp": "async", "createpolicy": "fractional",
               "mad24": "lo", "madc": "lo", "mbarrier": "init", "mul24": "lo", "multimem": "red",
               "setmaxnreg": "inc", "shf": "l", "suld": "b", "sured": "b", "sust": "b", "tcgen05": "alloc",
               "tensormap": "replace", "wgmma": "fence", "wmma": "load.a"}
PTX_UNKNOWN = re.compile("Not a name of any known instruction|Unknown modifier")


def public_name(name):
    return re.sub(r"\b__v1::", "", name)


def theme_of(found):
    name, file = public_name(found.name), pathlib.Path(found.file).name
    for theme, pattern in OF_NAME:
        if pattern.match(name):
            return theme
    if file in ("driver_types.h", "texture_types.h", "surface_types.h") or found.group == "CUDART_TYPES":
        return {"enum": "enums", "value": "enums", "macro": "constants"}.get(found.kind, "types")
    if file in OF_FILE:
        return OF_FILE[file]
    return OF_GROUP.get(found.group.removesuffix("_DEPRECATED"), "")


def is_wanted(found):
    name, file = public_name(found.name), pathlib.Path(found.file).name
    if INTERNAL.match(name) or found.kind == "declared only" or file.startswith("<"):
        return False
    if file.endswith(".hpp") and file not in OF_FILE:  # implementation
        return False
    is_member = "::" in name and not name.startswith(("cooperative_groups::", "nvcuda::wmma::"))
    if is_member or (name.count("::") > 1 and found.kind != "function"):
        return False
    if file == "host_defines.h":
        return False  # they are in QUALIFIERS
    return bool(theme_of(found))


def sides(found):
    """Where CUDA lets a program call it: `host`, `device`, `both`; `-` for what is no function."""
    if found.kind != "function":
        return set()
    # Cooperative groups and wmma hide the qualifier in macros of their own.
    device = "device" in found.attributes or "::" in found.name
    host = "host" in found.attributes or not device
    return {side for side, allowed in (("host", host), ("device", device)) if allowed}


def version_of(include):
    """13, 0"""
    text = (include / "cuda_runtime_api.h").read_text()
    version = int(re.search(r"#define\s+CUDART_VERSION\s+(\d+)", text)[1])
    return version // 1000, version % 1000 // 10


def names_of(include, compiler):
    """For each name: what it is, its theme, and its sides."""
    major, minor = version_of(include)
    version = [f"-D__CUDACC_VER_MAJOR__={major}", f"-D__CUDACC_VER_MINOR__={minor}", "-D__CUDACC_VER_BUILD__=0"]
    text = declarations.preprocess(compiler, HEADERS,
                                   [*AS_NVCC, *version, f"-I{include}", f"-I{include}/cccl"])
    ours = str(include)
    all_found = declarations.declared(
        text, comments=True, of_file=lambda file: file.startswith(ours) and "/cccl/" not in file and "/nv/" not in file)
    names = {}
    for found in all_found:
        if is_wanted(found):
            # A value of an enumeration without a name is a constant.
            kind = "constant" if found.kind == "value" and not found.of else found.kind
            names.setdefault(public_name(found.name), (kind, theme_of(found), found.of))
    where = collections.defaultdict(set)
    for found in all_found:  # the device's own declarations stand in no group
        where[public_name(found.name)] |= sides(found)
    return {name: (*facts, "both" if len(where[name]) == 2 else next(iter(where[name]), "-"))
            for name, facts in names.items()}


def ptx_knows(ptxas, instruction):
    """Whether what ptxas says of it without operands is not that there is no such instruction."""
    whole = ".".join(filter(None, (instruction, PTX_GOES_ON.get(instruction))))
    module = f".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry k() {{\n{whole};\nret;\n}}\n"
    ran = subprocess.run([ptxas, "-arch=sm_100a", "-o", "/dev/null", "-"], input=module, capture_output=True,
                         text=True, check=False)
    return not PTX_UNKNOWN.search(ran.stdout + ran.stderr)


def unknown_here(include):
    """Which of the names that are listed in this file the installation does not know."""
    libcu = "\n".join(file.read_text(errors="replace") for file in (include / "cccl/cuda").rglob("*")
                      if file.is_file())
    ptxas = include.parent / "bin/ptxas"
    return [name for name in LIBCU if not re.search(rf"\b{name.split('::')[-1]}\b", libcu)] + \
        [name for name in PTX if not ptx_knows(ptxas, name)]


def listed_by_hand():
    return {name: (kind, theme, "", "-") for kind, theme, names in (
        ("qualifier", "qualifiers", QUALIFIERS), ("name", "libcudacxx", [f"cuda::{name}" for name in LIBCU]),
        ("instruction", "ptx", [f"ptx:{name}" for name in PTX])) for name in names}


def lines(names):
    for name, (kind, theme, of, side) in sorted(names.items()):
        yield f"{name} {kind} {of if kind == 'value' else theme} {side}"


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--from", dest="include", type=pathlib.Path, required=True)
    options.add_argument("--compiler", default="c++")
    given = options.parse_args()
    include = given.include.resolve()
    if unknown := unknown_here(include):
        sys.exit(f"this CUDA does not know {', '.join(unknown)}: change the lists in {__file__}")
    major, minor = version_of(include)
    print(f"# CUDA {major}.{minor}: names, made by list_cuda.py.\n"
          "# name, kind, theme (of a value: its enumeration), where CUDA lets a program call it")
    print(*lines(names_of(include, given.compiler) | listed_by_hand()), sep="\n")


if __name__ == "__main__":
    main()
