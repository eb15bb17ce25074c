// Who destroyed a stream or an event, and where: what a thread is told that uses it afterwards.
#pragma once

#include <string>

#include "checker/checker.h"

namespace emu {

struct Destruction {
  const void* site = nullptr;
  checker::Position by;
};

/// "an event", "a stream".
std::string with_article(const std::string& object);
/// By the calling thread, at this place of the program.
Destruction destroyed_here(const void* site);
/// "an event is used after cudaEventDestroy at line 39 by block 0 thread 0: …", to the calling
/// thread. `object` is "stream" or "event", `call` what destroyed it.
std::string used_after(const Destruction& gone, const std::string& object, const char* call);
/// "an event is destroyed a second time, first at line 39: …".
std::string destroyed_again(const Destruction& gone, const std::string& object);

}  // namespace emu
