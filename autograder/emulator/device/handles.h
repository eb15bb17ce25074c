// Handles of the host's objects, of all kinds together: what a program is told that passes one of
// another kind, of what it has destroyed, or of nothing at all. A card may crash then, answer with
// an error, or use what has come to lie at that address; none of it is promised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "checker/checker.h"
#include "device/grids/destruction.h"

namespace emu {

/// What handles stand for, in CUDA's words.
enum class HandleOf {
  kStream,
  kEvent,
  kGraph,
  kExecutableGraph,
  kGraphNode,
  kArray,
  kMipmap,
  kTexture,
  kSurface,
  kPool,
};

struct KnownHandle {
  HandleOf kind = HandleOf::kStream;
  bool alive = true;
  Destruction gone;
};
/// By handle. What is destroyed stays at its address for some time, so that it is recognized.
using KnownHandles = std::unordered_map<const void*, KnownHandle>;

/// Texture and surface objects are numbers.
inline const void* handle_of_object(unsigned long long object) {
  return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(object));
}

void note_made(const void* handle, HandleOf kind);
void note_destroyed(const void* handle, const void* site);

/// Whether a call only uses the object, or destroys it.
enum class HandleUse { kUses, kDestroys };
/// The host has passed a handle that is none of a living object of this kind: says what it is.
void report_wrong_handle(const void* handle, HandleOf wanted, HandleUse use,
                         const checker::SourceLine& where);

/// Destroyed objects: their addresses are not used again before many others have been destroyed.
class Destroyed {
 public:
  void keep(std::shared_ptr<void> object) {
    kept_.push_back(std::move(object));
    if (kept_.size() > kMost) kept_.pop_front();
  }

 private:
  static constexpr std::size_t kMost = 4096;
  std::deque<std::shared_ptr<void>> kept_;
};

}  // namespace emu
