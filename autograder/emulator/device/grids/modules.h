// The program and the libraries it loads: which of their addresses are __device__, __constant__ and
// __managed__ variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "memory/memory.h"

namespace emu {

/// A variable of a library, as its file has it.
struct FileVariable {
  memory::Kind kind;
  std::uintptr_t begin;  ///< from where the library is loaded
  std::size_t size;
  const char* name;  ///< lasts as long as the process
};

struct Modules {
  std::set<std::uintptr_t> registered;                     ///< where they are loaded
  std::map<std::string, std::vector<FileVariable>> files;  ///< that were read, by path
};

/// Registers the variables of every module loaded by now that has not been registered.
void register_modules();
/// Reads the file of a library, so that it need not be read when it is loaded.
void read_variables_ahead(const char* path);

}  // namespace emu
