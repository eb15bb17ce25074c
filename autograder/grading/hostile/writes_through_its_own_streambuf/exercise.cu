// Makes the C++ library write a zero over the checker's on/off switch, through a buffer that begins there.
#include <ostream>
#include <streambuf>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

struct Aimed : std::streambuf {
  explicit Aimed(char* at) { setp(at, at + 1); }
};

void blind() {
  Aimed aimed(switch_of_the_checker());
  const char zero = 0;
  std::ostream(&aimed).write(&zero, 1);
}
