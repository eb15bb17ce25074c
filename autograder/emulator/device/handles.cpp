#include "device/handles.h"

#include <utility>

#include "device/finding.h"
#include "device/state.h"

namespace emu {

namespace {

struct Words {
  const char* name;
  const char* destroyed_by;
  const char* cites;
};

const Words& words_of(HandleOf kind) {
  static constexpr Words kWords[] = {
      {"stream", "cudaStreamDestroy", "S8"},
      {"event", "cudaEventDestroy", "E11"},
      {"graph", "cudaGraphDestroy", "runtime API reference"},
      {"executable graph", "cudaGraphExecDestroy", "runtime API reference"},
      {"graph's node", "cudaGraphDestroyNode", "runtime API reference"},
      {"array", "cudaFreeArray", "H5"},
      {"mipmapped array", "cudaFreeMipmappedArray", "H5"},
      {"texture object", "cudaDestroyTextureObject", "H5"},
      {"surface object", "cudaDestroySurfaceObject", "H5"},
      {"memory pool", "cudaMemPoolDestroy", "runtime API reference"}};
  return kWords[static_cast<std::size_t>(kind)];
}

std::string none(HandleOf wanted, const void* handle) {
  const std::string passed =
      std::string("what is passed as ") + with_article(words_of(wanted).name);
  if (wanted == HandleOf::kGraphNode)
    return passed +
           " is no node of a graph that exists: was its graph destroyed, or has the call "
           "failed that was to add it?";
  return passed + (handle ? " is none: has the variable been set, and did the call succeed that "
                            "was to create it?"
                          : " is null: was it created, and did that call succeed?");
}

std::string what_is_wrong(const void* handle, HandleOf wanted, HandleUse use) {
  const auto found = state.handles.find(handle);
  if (handle == nullptr || found == state.handles.end()) return none(wanted, handle);
  const KnownHandle& known = found->second;
  const Words& words = words_of(known.kind);
  if (known.kind != wanted)
    return std::string("what is passed as ") + with_article(words_of(wanted).name) + " is " +
           with_article(words.name) + (known.alive ? "" : ", which was destroyed besides");
  if (use == HandleUse::kDestroys) return destroyed_again(known.gone, words.name);
  return used_after(known.gone, words.name, words.destroyed_by);
}

}  // namespace

void note_made(const void* handle, HandleOf kind) { state.handles[handle] = {kind, true, {}}; }

void note_destroyed(const void* handle, const void* site) {
  KnownHandle& known = state.handles[handle];
  known.alive = false;
  known.gone = destroyed_here(site);
}

void report_wrong_handle(const void* handle, HandleOf wanted, HandleUse use,
                         const checker::SourceLine& where) {
  report_finding({.rule = "device-api",
                  .message = what_is_wrong(handle, wanted, use),
                  .where = where,
                  .cites = words_of(wanted).cites});
}

}  // namespace emu
