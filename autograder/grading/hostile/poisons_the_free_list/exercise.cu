// Puts the address of the checker's on/off switch into the list of free blocks, so that a stream writes
// there.
#include <cstdlib>
#include <new>
#include <sstream>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

// When the 15 characters that it holds itself are full, a string stream takes a buffer of 512 and a
// zero. A block of this size, behind which the emulator keeps 16 bytes, lies in the same list.
constexpr unsigned long kListed = 513 - 16, kHeldItself = 15;

void blind() {
  static bool done = false;
  if (done) return;
  done = true;
  const auto to = reinterpret_cast<unsigned long>(switch_of_the_checker());
  const unsigned long begin = to & ~15UL;  // where a block may begin
  auto* const first = new (std::nothrow) char[kListed];
  auto* const second = new (std::nothrow) char[kListed];
  ::operator delete[](first, std::nothrow);
  ::operator delete[](second, std::nothrow);
  // The list is second, first; each entry is mixed with its own address.
  auto* const next = reinterpret_cast<unsigned long*>(second);
  *next = reinterpret_cast<unsigned long>(second) >> 12 ^ begin;
  [[maybe_unused]] auto* const taken = new (std::nothrow) char[kListed];
  alignas(std::ostringstream) static char room[sizeof(std::ostringstream)];
  auto* const stream = new (room) std::ostringstream;  // never destroyed: the block is none
  for (unsigned long i = 0; i < kHeldItself + 1; ++i) stream->put(0);
}
