#include "device/hosts/libc.h"

#include <dlfcn.h>

namespace emu {

namespace {

LibC found_in_libc;

void* loaded(const char* library) { return dlopen(library, RTLD_LAZY | RTLD_NOLOAD); }

/// By a handle the loader gives the latest version of a function; after RTLD_NEXT it may give one
/// of the first, with which condition variables of today do not work.
template <class Function>
void find(Function& function, const char* name, void* library) {
  void* const found = library ? dlsym(library, name) : nullptr;
  if (found) function = reinterpret_cast<Function>(found);
}

/// Before glibc 2.34 threads had a library of their own, and libc.so.6 has some of its names, too.
void find_all() {
  void* const all = loaded("libc.so.6");
  void* const threads = dlsym(all, "pthread_create") ? nullptr : loaded("libpthread.so.0");
#define BLOCKING(result, name, parameters) \
  find(found_in_libc.name, #name, all);    \
  find(found_in_libc.name, #name, threads);
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
