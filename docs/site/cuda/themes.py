"""The themes of CUDA's names, in the order in which the pages show them, as CUDA's documentation
groups its modules. A theme has an identifier, a title and the page that it is on."""

PAGES = {  # the page's identifier, its title
    "cuda-supported-runtime": "Supported: runtime API",
    "cuda-supported-types": "Supported: types, constants",
    "cuda-supported-device": "Supported: device code",
    "cuda-supported-math": "Supported: mathematics",
    "cuda-supported-ptx": "Supported: inline PTX",
}

RUNTIME = {
    "device": "Devices", "errors": "Errors", "streams": "Streams", "events": "Events",
    "execution": "Execution control", "occupancy": "Occupancy", "memory": "Memory",
    "pools": "Memory pools", "unified": "Pointers", "peer": "Peer access", "textures": "Texture objects",
    "surfaces": "Surface objects", "graphs": "Graphs", "libraries": "Libraries and kernels",
    "external": "External resources and graphics", "version": "Versions", "driver": "The driver's entry points",
    "logs": "Logs and the profiler", "cpp": "C++ forms of the API",
}
TYPES = {"types": "Types", "enums": "Enumerations", "constants": "Constants and flags"}
DEVICE = {
    "qualifiers": "Qualifiers and attributes", "builtins": "Built-in variables",
    "synchronization": "Barriers, fences and time", "warp": "Warp functions", "atomics": "Atomic functions",
    "caches": "Loads and stores with cache hints", "spaces": "Address spaces",
    "clusters": "Clusters", "async": "Asynchronous copies and barriers", "texture-functions": "Texture functions",
    "surface-functions": "Surface functions", "c": "Functions of the C library",
    "launches": "Launches by hand",
    "groups": "Cooperative groups", "wmma": "Tensor cores (wmma)", "libcudacxx": "libcu++",
    "vectors": "Vector types",
}
MATH = {
    "integers": "Integers", "single": "Single precision", "double": "Double precision",
    "integer-intrinsics": "Integer intrinsics", "single-intrinsics": "Single-precision intrinsics",
    "double-intrinsics": "Double-precision intrinsics", "casts": "Conversions", "simd": "SIMD intrinsics and DPX",
    "half": "Half and bfloat16", "small": "8-, 6- and 4-bit floats", "complex": "Complex numbers",
    "math-constants": "Mathematical constants",
}
PTX = {"ptx": "Instructions"}

OF_PAGE = dict(zip(PAGES, (RUNTIME, TYPES, DEVICE, MATH, PTX), strict=True))
ALL = {theme: title for themes in OF_PAGE.values() for theme, title in themes.items()}
