// The emulator: one object, which owns all that the rooms keep of a run.
//
// It is made once, before any code of a program's runs, and never destroyed: the report is written
// when the program's own objects are gone. It lies among the variables of libemulator.so, which no
// program may touch. Each room reaches its own part by a reference that relocation has made
// read-only (`memory::state`, `checker::state`, …).
#pragma once

#include "checker/state.h"
#include "device/grids/schedule.h"
#include "device/state.h"
#include "memory/state.h"
#include "report/record.h"
#include "runtime/calls.h"
#include "runtime/state.h"

namespace emu {

struct Emulator {
  memory::State memory;  // first: the other parts take room from it
  checker::State checker;
  report::Run record;  // by device and runtime, as things happen; read at the end
  Scheduler scheduler;
  State device;
  Calls calls;
  Runtime runtime;
};

}  // namespace emu
