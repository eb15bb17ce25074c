// Returns at once and leaves the work to whatever may run at the end: exit functions, static and thread-local
// destructors, and its own buffer under `std::cout`.
#include <cstdlib>
#include <iostream>
#include <streambuf>

#include "../parts/leaves_the_work.cu"

struct AtTheEnd {
  bool used = false;
  ~AtTheEnd() { do_it(); }
};
AtTheEnd of_the_program;
thread_local AtTheEnd of_the_thread;

struct Buffer : std::streambuf {
  int sync() override {
    do_it();
    return 0;
  }
};

[[gnu::destructor]] void of_the_library() { do_it(); }

void see_to_it() {
  of_the_thread.used = true;
  static Buffer buffer;
  std::cout.rdbuf(&buffer);
  std::atexit(do_it);
}
