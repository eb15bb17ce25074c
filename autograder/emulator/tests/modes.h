// Programs with several cases, of which the first argument names one: a case that breaks a rule on
// purpose needs a process of its own.
#pragma once

#include <cstring>
#include <initializer_list>

#include "expect.h"

struct Mode {
  const char* name;
  void (*run)();
};

/// What main returns: the failures of the case that is asked for, 2 when there is no such case.
inline int run_mode(int count, char** arguments, std::initializer_list<Mode> modes) {
  for (const Mode& mode : modes) {
    if (count != 2 || std::strcmp(mode.name, arguments[1]) != 0) continue;
    mode.run();
    return failures();
  }
  std::printf("one argument, please:");
  for (const Mode& mode : modes) std::printf(" %s", mode.name);
  std::printf("\n");
  return 2;
}
