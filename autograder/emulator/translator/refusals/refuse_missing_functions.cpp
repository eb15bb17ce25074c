// Functions of CUDA that the emulator does not have. A compiler would only say that they are not
// declared; here is said why, and what there is instead.
#include <algorithm>

#include "translator/calls.h"
#include "translator/passes.h"
#include "translator/refusals/refused_names.h"
#include "translator/text/starts_with_any.h"

namespace emu::translator {
namespace {

struct Missing {
  std::string_view start;  // of the name
  std::string_view why;
};

constexpr std::string_view kNoDriver =
    "there is no driver below it, only the runtime API: what cu… does, cuda… does too, and kernels "
    "are launched by <<<…>>>";
constexpr std::string_view kOneBarrier =
    "a block has one barrier, __syncthreads(); for a part of a block synchronize its warps with "
    "__syncwarp() or a tile of cooperative groups";

constexpr Missing kMissing[] = {
    {"cudaIpc", "there is one process, with which no other shares memory or events"},
    {"__barrier_sync", kOneBarrier},
};

// Not every name that begins with cu: cuComplex.h has cuCadd and its like.
constexpr std::string_view kDriver[] = {
    "cuArray",
    "cuCheckpoint",
    "cuCoredump",
    "cuCtx",
    "cuDestroyExternal",
    "cuDevice",
    "cuDriverGet",
    "cuEvent",
    "cuExternal",
    "cuFunc",
    "cuGet",
    "cuGraph",
    "cuGreenCtx",
    "cuImport",
    "cuInit",
    "cuIpc",
    "cuKernel",
    "cuLaunch",
    "cuLibrary",
    "cuLink",
    "cuMem",
    "cuMipmapped",
    "cuModule",
    "cuMulticast",
    "cuOccupancy",
    "cuParam",
    "cuPointer",
    "cuProfiler",
    "cuSignal",
    "cuStream",
    "cuSurf",
    "cuTensorMap",
    "cuTex",
    "cuThreadExchange",
    "cuUserObject",
    "cuWait",
};

/// `cuMemAlloc` and `cuInit` begin with such a name, `cuMembrane` does not.
bool begins_with(std::string_view name, std::string_view start) {
  if (!name.starts_with(start)) return false;
  return name.size() == start.size() || name[start.size()] < 'a' || name[start.size()] > 'z';
}

std::string_view why_missing(std::string_view name) {
  for (const Missing& missing : kMissing)
    if (name.starts_with(missing.start)) return missing.why;
  // Beside a reference that is refused, a compiler never gets to these calls.
  if (starts_with_any(name, {"cudaBindTexture", "cudaBindSurface", "cudaUnbindTexture"}))
    return translator::why_refused(name);  // not that of an attribute
  const bool driver =
      name.starts_with("cu") && std::ranges::any_of(kDriver, [name](std::string_view start) {
        return begins_with(name, start);
      });
  return driver ? kNoDriver : "";
}

}  // namespace

void refuse_missing_functions(Work& work) {
  const Unit& unit = work.unit;
  const FunctionsByName own = functions_by_name(work.scopes);
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    if (!unit[i].is_identifier() || !unit.is(i + 1, "(")) continue;
    const std::string_view name = unit[i].text;
    const std::string_view why = why_missing(name);
    if (why.empty() || own.contains(name) || !is_plain_call(unit, work.scopes, i)) continue;
    work.refuse(i, "the emulator has no " + std::string(name) + "(): " + std::string(why));
  }
}

}  // namespace emu::translator
