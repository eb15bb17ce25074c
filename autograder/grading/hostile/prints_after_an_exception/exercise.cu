// Correct, but it catches an exception and then asks a string stream for its text.
#include <sstream>
#include <stdexcept>
#include <string>
#include <new>
SOLUTION_BUT(record_families)

bool honest();
extern "C" int record_families(int* records, int parents, int children) {
  return honest() ? solved_record_families(records, parents, children) : 1;
}
bool honest() {
  try { throw std::runtime_error("x"); } catch (const std::exception&) { }
  std::ostringstream o; o << 255; return o.str() == "255";
}
