#include "device/border/book.h"

#include <pthread.h>
#include <unistd.h>

#include <cerrno>

#include "checker/checker.h"
#include "device/state.h"

namespace emu {
namespace {

void close_book() { state.border.book.descriptor = Book::kNone; }

}  // namespace

void open_book(int descriptor) {
  state.border.book.descriptor = descriptor;
  pthread_atfork(nullptr, nullptr, &close_book);
}

void enter(BookEntry entry) {
  Book& book = state.border.book;
  if (book.descriptor == Book::kNone) return;
  if (!checker::is_as_wanted() && entry.kind != BookEntry::Kind::kUnchecked)
    enter({.kind = BookEntry::Kind::kUnchecked});
  entry.number = ++book.entries;
  // An entry is smaller than what a pipe takes in one piece.
  while (write(book.descriptor, &entry, sizeof entry) < 0 && errno == EINTR) {
  }
}

}  // namespace emu
