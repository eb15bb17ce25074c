#include "device/border/libraries.h"

#include <cerrno>
#include <cstddef>
#include <iostream>

#include "checker/checker.h"
#include "checker/own_memory.h"
#include "device/border/embedding.h"

namespace emu {

namespace {

using LibraryStream = std::basic_ios<char>;

// Where libstdc++ keeps them: precision, width and flags stand behind the pointer to the virtual
// functions; what fills up, and whether it was set, behind what the stream is tied to.
constexpr std::size_t kFormat = sizeof(void*);
constexpr std::size_t kFormatSize = 2 * sizeof(std::streamsize) + sizeof(std::ios_base::fmtflags);
constexpr std::size_t kFill = sizeof(std::ios_base) + sizeof(void*), kFillSize = 2;

void leave_format_writable(LibraryStream& stream) {
  auto* const begin = reinterpret_cast<char*>(&stream);
  checker::leave_writable(begin + kFormat, kFormatSize);
  checker::leave_writable(begin + kFill, kFillSize);
}

}  // namespace

void close_libraries(const char* program) {
  checker::leave_writable(&errno, sizeof errno);
  for (LibraryStream* const stream :
       {static_cast<LibraryStream*>(&std::cout), static_cast<LibraryStream*>(&std::cerr),
        static_cast<LibraryStream*>(&std::clog)})
    leave_format_writable(*stream);
  checker::close_libraries(program);
}

}  // namespace emu

extern "C" bool emulator_closes(const void* begin, std::size_t size) {
  const auto a = reinterpret_cast<std::uintptr_t>(begin);
  return emu::checker::touches_own(a, size) || emu::checker::touches_library(a, size);
}
