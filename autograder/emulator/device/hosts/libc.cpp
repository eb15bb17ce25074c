#include "device/hosts/libc.h"

#include <dlfcn.h>

#include <initializer_list>

namespace emu {

namespace {

LibC found_in_libc;

/// By a handle the loader gives the latest version of a function; after RTLD_NEXT it may give one
/// of the first, with which condition variables of today do not work. Before glibc 2.34 threads had
/// a library of their own.
void* find_in_libc(const char* name) {
  for (const char* library : {"libpthread.so.0", "libc.so.6"})
    if (void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD))
      if (void* const function = dlsym(handle, name)) return function;
  return nullptr;
}

template <class Function>
void find(Function& function, const char* name) {
  function = reinterpret_cast<Function>(find_in_libc(name));
}

void find_all() {
#define BLOCKING(result, name, parameters) find(found_in_libc.name, #name);
#include "device/hosts/blocking.inc"
#undef BLOCKING
}

}  // namespace

const LibC& libc() {
  if (found_in_libc.syscall == nullptr) [[unlikely]]
    find_all();
  return found_in_libc;
}

}  // namespace emu
