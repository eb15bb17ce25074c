// A program for the kernel's packet filter (seccomp), one comparison after the other: a few hundred
// instructions, which only calls about mappings get to. libseccomp has no "inside these ranges",
// and the runner is to start fast.
#include "runner/patching.h"

#include <errno.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "runner/shared_memory.h"

namespace harness {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kMachine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kMachine = AUDIT_ARCH_AARCH64;
#endif
constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t kAllow = SECCOMP_RET_ALLOW;

std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
std::uint32_t high(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); }

// The filter has an accumulator, a second register X and cells to remember numbers in, 32 bits
// each.
enum Cell : std::uint32_t { kBeginLow, kBeginHigh, kEndLow, kEndHigh };

// Jumps say how many instructions to skip, when true and when false.
class Filter {
 public:
  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  void load_low(int argument) { load(place_of(argument)); }
  void load_high(int argument) { load(place_of(argument) + sizeof(std::uint32_t)); }
  void load_number(std::uint32_t number) { add(BPF_LD | BPF_IMM, number); }
  void load_cell(Cell cell) { add(BPF_LD | BPF_MEM, cell); }
  void store(Cell cell) { add(BPF_ST, cell); }
  void copy_to_x() { add(BPF_MISC | BPF_TAX, 0); }
  void add_x() { add(BPF_ALU | BPF_ADD | BPF_X, 0); }
  void verdict(std::uint32_t what) { add(BPF_RET | BPF_K, what); }
  void skip(std::uint32_t count) { add(BPF_JMP | BPF_JA, count); }
  void if_equal(std::uint32_t k, int yes, int no) { jump(BPF_JEQ | BPF_K, k, yes, no); }
  void if_above(std::uint32_t k, int yes, int no) { jump(BPF_JGT | BPF_K, k, yes, no); }
  void if_at_least(std::uint32_t k, int yes, int no) { jump(BPF_JGE | BPF_K, k, yes, no); }
  void if_at_least_x(int yes, int no) { jump(BPF_JGE | BPF_X, 0, yes, no); }
  void if_any_bit(std::uint32_t bits, int yes, int no) { jump(BPF_JSET | BPF_K, bits, yes, no); }

  void refuse_if_equal(std::uint32_t k) {
    if_equal(k, 0, 1);
    verdict(kRefuse);
  }
  /// Skips `part` unless the accumulator holds one of `calls`, the numbers of system calls.
  void on(std::initializer_list<long> calls, const Filter& part) {
    int left = static_cast<int>(calls.size());
    for (const long call : calls) if_equal(static_cast<std::uint32_t>(call), left--, 0);
    skip(static_cast<std::uint32_t>(part.code_.size()));
    code_.insert(code_.end(), part.code_.begin(), part.code_.end());
  }

  /// Whether the system has taken it.
  bool install() {
    sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    // Without SPEC_ALLOW older systems make the whole process slower.
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                   &program) == 0;
  }

 private:
  static std::size_t place_of(int argument) {
    return offsetof(seccomp_data, args) +
           sizeof(std::uint64_t) * static_cast<std::size_t>(argument);
  }
  void add(int code, std::uint32_t k) {
    code_.push_back({static_cast<unsigned short>(code), 0, 0, k});
  }
  void jump(int code, std::uint32_t k, int yes, int no) {
    code_.push_back({static_cast<unsigned short>(BPF_JMP | code), static_cast<unsigned char>(yes),
                     static_cast<unsigned char>(no), k});
  }

  std::vector<sock_filter> code_;
};

// Puts the first argument, an address, and its sum with the second, a length, into the cells.
void load_range(Filter& filter) {
  filter.load_low(0);
  filter.store(kBeginLow);
  filter.copy_to_x();
  filter.load_low(1);
  filter.add_x();
  filter.store(kEndLow);
  filter.if_at_least_x(0, 2);
  filter.load_number(0);
  filter.skip(1);
  filter.load_number(1);  // carried
  filter.copy_to_x();
  filter.load_high(1);
  filter.add_x();
  filter.copy_to_x();
  filter.load_high(0);
  filter.store(kBeginHigh);
  filter.add_x();
  filter.store(kEndHigh);
}

// Refuses when the range in the cells begins before the span's end and ends behind its begin.
void refuse_overlap(Filter& filter, const Span& span) {
  filter.load_cell(kBeginHigh);
  filter.if_above(high(span.end), 9, 0);
  filter.if_equal(high(span.end), 0, 2);
  filter.load_cell(kBeginLow);
  filter.if_at_least(low(span.end), 6, 0);
  filter.load_cell(kEndHigh);
  filter.if_above(high(span.begin), 3, 0);
  filter.if_equal(high(span.begin), 0, 3);
  filter.load_cell(kEndLow);
  filter.if_above(low(span.begin), 0, 1);
  filter.verdict(kRefuse);
}

int add_module(dl_phdr_info* module, std::size_t, void* spans) {
  constexpr std::uintptr_t kOffsetInPage = kPage - 1;
  Span whole{~std::uintptr_t{0}, 0};
  for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
    const auto& part = module->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = module->dlpi_addr + part.p_vaddr;
    whole.begin = std::min(whole.begin, begin & ~kOffsetInPage);
    whole.end = std::max(whole.end, (begin + part.p_memsz + kOffsetInPage) & ~kOffsetInPage);
  }
  if (whole.begin < whole.end) static_cast<std::vector<Span>*>(spans)->push_back(whole);
  return 0;
}

// Loaders put one library next to the other, so that few spans are left.
std::vector<Span> merged(std::vector<Span> spans) {
  std::ranges::sort(spans, {}, &Span::begin);
  std::vector<Span> list;
  for (const Span& span : spans) {
    if (list.empty() || list.back().end < span.begin) {
      list.push_back(span);
    } else {
      list.back().end = std::max(list.back().end, span.end);
    }
  }
  return list;
}

std::vector<Span> protected_spans() {
  std::vector<Span> spans;
  dl_iterate_phdr(add_module, &spans);
  for (const Span& span : private_spans().spans) spans.push_back(span);
  return merged(spans);
}

Filter refuse_in(const std::vector<Span>& spans) {
  Filter filter;
  load_range(filter);
  for (const Span& span : spans) refuse_overlap(filter, span);
  filter.verdict(kAllow);
  return filter;
}

// Nobody needs these for an exercise. The second line is what would stay with the process that
// forks the next run, which belongs to the same user.
void refuse_always(Filter& filter) {
  for (const long call :
       {SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise,
        SYS_pidfd_getfd, SYS_remap_file_pages, SYS_userfaultfd, SYS_io_uring_setup, SYS_setpriority,
        SYS_ioprio_set, SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam,
        SYS_sched_setattr}) {
    filter.refuse_if_equal(static_cast<std::uint32_t>(call));
  }
}

// Limits of its own only.
Filter prlimit_of_itself() {
  Filter filter;
  filter.load_low(0);
  filter.if_equal(0, 0, 1);
  filter.verdict(kAllow);
  filter.verdict(kRefuse);
  return filter;
}

Filter some_of_prctl() {
  Filter filter;
  filter.load_low(0);
  filter.refuse_if_equal(PR_SET_DUMPABLE);
  filter.refuse_if_equal(PR_SET_MM);
  filter.verdict(kAllow);
  return filter;
}

// SHM_REMAP puts pages in the place of others.
Filter refuse_remapping_shared_memory() {
  Filter filter;
  filter.load_low(2);
  filter.if_any_bit(SHM_REMAP, 0, 1);
  filter.verdict(kRefuse);
  filter.verdict(kAllow);
  return filter;
}

Filter allow_mmap_that_finds_room() {
  Filter filter;
  filter.load_low(3);
  filter.if_any_bit(MAP_FIXED, 1, 0);
  filter.verdict(kAllow);
  return filter;
}

// Of no bytes it makes a second mapping of the same memory.
Filter refuse_strange_mremap() {
  Filter filter;
  filter.load_low(3);
  filter.if_any_bit(MREMAP_FIXED, 0, 1);
  filter.verdict(kRefuse);
  filter.load_low(1);
  filter.if_equal(0, 0, 3);
  filter.load_high(1);
  filter.refuse_if_equal(0);
  return filter;
}

void look_at_call(Filter& filter) {
  filter.load(offsetof(seccomp_data, arch));
  filter.if_equal(kMachine, 1, 0);
  filter.verdict(kRefuse);  // calls of 32-bit programs have other numbers
  filter.load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
  filter.if_at_least(__X32_SYSCALL_BIT, 0, 1);
  filter.verdict(kRefuse);
#endif
}

}  // namespace

void refuse_patching() {
  Filter filter;
  look_at_call(filter);
  refuse_always(filter);
  filter.on({SYS_prctl}, some_of_prctl());
  filter.on({SYS_prlimit64}, prlimit_of_itself());
  filter.on({SYS_shmat}, refuse_remapping_shared_memory());
  filter.on({SYS_mmap}, allow_mmap_that_finds_room());
  look_at_call(filter);
  filter.on({SYS_mremap}, refuse_strange_mremap());
  look_at_call(filter);
  filter.on({SYS_mprotect, SYS_pkey_mprotect, SYS_munmap, SYS_mremap, SYS_madvise, SYS_mmap},
            refuse_in(protected_spans()));
  filter.verdict(kAllow);
  const bool ignored [[maybe_unused]] = filter.install();
}

}  // namespace harness
