#include "device/border/book.h"

#include <pthread.h>
#include <unistd.h>

#include <cerrno>

namespace emu {
namespace {

constexpr int kNone = -1;
int book = kNone;
std::uint32_t entries = 0;

void close_book() { book = kNone; }

}  // namespace

void open_book(int descriptor) {
  book = descriptor;
  pthread_atfork(nullptr, nullptr, &close_book);
}

void enter(BookEntry entry) {
  if (book == kNone) return;
  entry.number = ++entries;
  // An entry is smaller than what a pipe takes in one piece.
  while (write(book, &entry, sizeof entry) < 0 && errno == EINTR) {
  }
}

}  // namespace emu
