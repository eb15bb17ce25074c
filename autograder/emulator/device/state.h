// All that this room keeps of a run: one object, of which the Emulator is the owner (see
// runtime/emulator.h). It lies among the emulator's own variables, which no program may touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "device/border/callable.h"
#include "device/border/exceptions.h"
#include "device/device.h"
#include "device/finish.h"
#include "device/grids/block.h"
#include "device/grids/capture.h"
#include "device/grids/kernel.h"
#include "device/grids/modules.h"
#include "device/grids/schedule.h"
#include "device/grids/staged.h"
#include "device/grids/stream.h"
#include "device/grids/variables.h"
#include "device/grids/work.h"
#include "device/handles.h"
#include "device/hosts/host_thread.h"
#include "device/threads/async_copies.h"
#include "device/threads/fiber.h"
#include "device/threads/shadow_stack.h"
#include "device/threads/warp.h"

namespace emu {

class HandedOver;   // handed_over.cpp
class ResultWatch;  // border/result_watch.h

/// The book of the run: book.h.
struct Book {
  static constexpr int kNone = -1;
  int descriptor = kNone;
  std::uint32_t entries = 0;
};

/// What the border knows of a program that is not trusted: `border/`.
struct Border {
  // At start-up, before any code of the program runs.
  Book book;
  // In the own heap; null where nobody asks.
  ResultWatch* results = nullptr;
  HandedOver* handed_over = nullptr;

  // Once, before the program's constructors run.
  Guided guided;
  checker::Segment own_code;  // of this library; found when first asked for

  // When the program throws, until the object is destroyed.
  Exceptions exceptions;
  // When it is entered, and by exceptions that are under way.
  ShadowStack shadow_stack;

  // Never written to: what a string stream looks like (library_calls.cpp).
  std::ostringstream model;
};

/// What has been said once, and is not said again, by place in the code; and what is counted by it.
struct Told {
  std::set<std::pair<const char*, std::uint32_t>> unseen_launches;  // file and line
  std::unordered_set<const void*> careless_asm;                     // site
  std::unordered_map<std::string_view, std::size_t> registers;      // place in the record
};

/// The look at memory that a device thread made last (note_poll).
struct LatestPoll {
  const volatile void* address = nullptr;
  const Thread* thread = nullptr;
  std::uint64_t value = 0;
  bool again = false;  // it found nothing that the thread's look before had not found
  const volatile void* before = nullptr;  // where the look before was, whoever made it
};

struct State {
  Settings settings;
  Devices devices;
  cudaError_t sticky_error = cudaSuccess;  // 0 while all is well (R5); set once, by a device fault

  // By launches and the work that comes of them.
  Kernels kernels;
  Staging staging;
  std::map<const void*, checker::SourceLine> lines_of_launches;  ///< made by headers, by their site
  Streams streams;
  Captures captures;
  Completions completions;
  KnownHandles handles;

  // By the scheduler, and by threads that run.
  Blocks blocks;
  Fibers fibers;
  Convergence convergence;
  LatestPoll latest_poll;
  std::unordered_map<const Thread*, AsyncCopies> async_copies;
  std::unordered_map<const void*, std::vector<AsyncCopy>> copies_of_barriers;  ///< by its address

  // By host threads, where they begin, wait and end.
  Hosts hosts;

  // When modules are loaded; and which device's variables are shown.
  VariableCopies variables;
  Modules modules;

  Told told;
  Border border;
  // At start-up and at the end.
  Finish finish;
};

/// Defined with the Emulator.
[[gnu::visibility("hidden")]] extern State& state;

/// The fiber of the host thread that runs, or that drives the device.
inline Fiber& host_fiber() { return state.hosts.current->fiber; }

}  // namespace emu
