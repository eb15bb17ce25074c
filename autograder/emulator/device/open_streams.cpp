#include "device/open_streams.h"

#include <algorithm>
#include <vector>

// The C library's list of its open streams.
extern "C" {
extern std::FILE* _IO_list_all;
void _IO_list_lock();
void _IO_list_unlock();
}

namespace emu {
namespace {

std::vector<const std::FILE*> in_memory;

bool is_on_the_list(const std::FILE* file) {
  _IO_list_lock();
  const std::FILE* one = _IO_list_all;
  while (one != nullptr && one != file) one = one->_chain;
  _IO_list_unlock();
  return one != nullptr;
}

}  // namespace

bool is_open(const std::FILE* file) {
  return std::ranges::count(in_memory, file) != 0 || is_on_the_list(file);
}

void opened_in_memory(std::FILE* file) { in_memory.push_back(file); }

}  // namespace emu
