// The C library's own functions of the names that libemulator.so puts before it (blocking.inc).
#pragma once

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/select.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

namespace emu {

struct LibC {
#define BLOCKING(result, name, parameters) result(*name) parameters;
#include "device/hosts/blocking.inc"
#undef BLOCKING
};

/// May be asked for before the Emulator is made: constructors of other libraries wait, too. It is
/// asked for at start-up at the latest, since loaders need not be at hand where an exercise runs.
const LibC& libc();

}  // namespace emu
