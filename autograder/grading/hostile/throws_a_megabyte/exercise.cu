// Throws an exception out of a search. Its text is a million percent signs, braces and terminal commands.
#include <stdexcept>
#include <string>

SOLUTION_BUT(search)

extern "C" int search(int*, int*, const int*, const int*, int, int, Strategy, Plan) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "%s%n{0}{}\x1b[2J\x1b]0;x\a\xc3";
  throw std::runtime_error(text);
}
