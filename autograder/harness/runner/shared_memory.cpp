// mmap, and what keeps the mappings of processes that the exercise forks: the header, the token and
// the report are not copied into them. Arrays are: a helper may compute the answer.
#include "runner/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "emulator/device/border/book.h"
#include "runner/give_up.h"

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

namespace harness {
namespace {

// Static, because signal handlers need them.
pid_t own_pid = 0;
Header* header_page = nullptr;
const std::uint64_t* token_page = nullptr;
char* report = nullptr;
std::byte* handed_over = nullptr;  // right behind the report
std::size_t handed_over_size = 0;
int book = -1;
constexpr int kBookAtLeast = 40;  // a program that counts on its first descriptors finds them free
Span mapped_arrays[kMaxArguments];  // whole pages
void* begins[kMaxArguments];
void* kept_outputs[kMaxArguments];  // null: none is kept

void* map(void* at, std::size_t bytes, int protection, int flags, int fd, std::uint64_t offset) {
  void* p = mmap(at, bytes, protection, flags, fd, static_cast<off_t>(offset));
  if (p == MAP_FAILED) give_up();
  return p;
}

Span span(const void* begin, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  return {address, address + bytes};
}

void* keep_from_helpers(void* pages, std::size_t bytes) {
  if (madvise(pages, bytes, MADV_DONTFORK) != 0) give_up();
  return pages;
}

void keep_token(std::uint64_t token) {
  void* page = map(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *static_cast<std::uint64_t*>(page) = token;
  mprotect(page, kPage, PROT_READ);
  madvise(page, kPage, MADV_DONTDUMP);
  token_page = static_cast<const std::uint64_t*>(keep_from_helpers(page, kPage));
}

// The array's pages between two pages that nobody may touch.
void map_array(const Slot& slot, std::size_t i) {
  const bool is_input = slot.kind == SlotKind::kInput;
  auto* space = static_cast<std::byte*>(map(nullptr, (slot.pages + 2) * kPage, PROT_NONE,
                                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  std::byte* begin = space + kPage;
  map(begin, slot.pages * kPage, is_input ? PROT_READ : PROT_READ | PROT_WRITE,
      MAP_FIXED | (is_input ? MAP_PRIVATE : MAP_SHARED), is_input ? kInputsFd : kOutputsFd,
      slot.offset);
  mapped_arrays[i] = span(begin, slot.pages * kPage);
  begins[i] = begin + slot.begin_in_pages();
}

// One range of addresses for both, so that it is guarded as one.
void map_report(const Control& control) {
  constexpr int kReadWrite = PROT_READ | PROT_WRITE, kHere = MAP_SHARED | MAP_FIXED;
  handed_over_size = control.outputs_bytes;
  const std::size_t bytes = kReportBytes + handed_over_size;
  report = static_cast<char*>(
      map(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  map(report, kReportBytes, kReadWrite, kHere, kReportFd, 0);
  handed_over = static_cast<std::byte*>(map(report + kReportBytes, handed_over_size, kReadWrite,
                                            kHere, kOutputsFd, control.outputs_bytes));
  keep_from_helpers(report, bytes);
}

// What is mapped stays writable; nobody can map it or write to it by another way any more.
void seal(int fd) {
  if (fcntl(fd, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) != 0) give_up();
}

}  // namespace

void read_control(Control& control) {
  const void* sealed = map(nullptr, sizeof control, PROT_READ, MAP_PRIVATE, kControlFd, 0);
  const auto* original = static_cast<const Control*>(sealed);
  constexpr std::size_t kBehindToken = offsetof(Control, token) + sizeof control.token;
  std::memcpy(reinterpret_cast<std::byte*>(&control) + kBehindToken,
              static_cast<const std::byte*>(sealed) + kBehindToken, sizeof control - kBehindToken);
  keep_token(original->token);
  munmap(const_cast<void*>(sealed), sizeof control);
  own_pid = getpid();
}

Header* header() { return getpid() == own_pid ? header_page : nullptr; }

void map_shared_memory(const Control& control) {
  constexpr int kReadWrite = PROT_READ | PROT_WRITE;
  header_page = static_cast<Header*>(
      keep_from_helpers(map(nullptr, kPage, kReadWrite, MAP_SHARED, kOutputsFd, 0), kPage));
  map_report(control);
  for (std::uint32_t i = 0; i < control.argument_count; ++i) {
    if (control.slots[i].kind != SlotKind::kValue) map_array(control.slots[i], i);
  }
  seal(kOutputsFd);
  seal(kReportFd);
  book = fcntl(kBookFd, F_DUPFD_CLOEXEC, kBookAtLeast);
  if (book < 0) give_up();
  for (const int fd : {kControlFd, kInputsFd, kOutputsFd, kReportFd, kBookFd}) close(fd);
}

void* array(std::size_t i) { return begins[i]; }

void keep_outputs(const Control& control) {
  for (std::uint32_t i = 0; i < control.argument_count; ++i) {
    if (control.slots[i].kind != SlotKind::kOutput) continue;
    const std::size_t bytes = control.slots[i].pages * kPage;
    kept_outputs[i] =
        map(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memcpy(kept_outputs[i], reinterpret_cast<const void*>(mapped_arrays[i].begin), bytes);
  }
}

void restore_outputs() {
  for (std::size_t i = 0; i < kMaxArguments; ++i) {
    if (kept_outputs[i] == nullptr) continue;
    std::memcpy(reinterpret_cast<void*>(mapped_arrays[i].begin), kept_outputs[i],
                mapped_arrays[i].end - mapped_arrays[i].begin);
  }
}

void hand_outputs_over(const Control& control) {
  for (std::uint32_t i = 0; i < control.argument_count; ++i) {
    const Slot& slot = control.slots[i];
    if (slot.kind != SlotKind::kOutput) continue;
    std::memcpy(handed_over + slot.offset, reinterpret_cast<const void*>(mapped_arrays[i].begin),
                slot.pages * kPage);
  }
}

void note_array_near(std::uintptr_t address) {
  header_page->fault_argument = -1;
  for (std::size_t i = 0; i < kMaxArguments; ++i) {
    const auto [begin, end] = mapped_arrays[i];
    if (begin == 0 || address < begin - kPage || address >= end + kPage) continue;
    header_page->fault_argument = static_cast<std::int32_t>(i);
    header_page->fault_side = address < begin ? -1 : address >= end ? 1 : 0;
  }
}

void sign_returned() { header_page->returned = *token_page; }
void sign_finished() { header_page->finished = *token_page; }

char* report_memory() { return report; }
std::size_t handed_over_bytes() { return handed_over_size; }
int book_descriptor() { return book; }

void tell_of_loading() {
  const emu::BookEntry loading{0, emu::BookEntry::Kind::kLoading};
  if (write(book, &loading, sizeof loading) != sizeof loading) give_up();
}

PrivateSpans private_spans() {
  return {{span(header_page, kPage), span(token_page, kPage),
           span(report, kReportBytes + handed_over_size)}};
}

}  // namespace harness
