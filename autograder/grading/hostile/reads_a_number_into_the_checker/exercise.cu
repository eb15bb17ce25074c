// Makes an input stream read the number 0 into the checker's on/off switch.
#include <istream>
#include <streambuf>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

struct Text : std::streambuf {
  char text[2] = {'0', '\n'};
  Text() { setg(text, text, text + sizeof text); }
};

void blind() {
  Text text;
  std::istream(&text) >> *reinterpret_cast<bool*>(switch_of_the_checker());
}
