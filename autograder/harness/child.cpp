// The child: reads the control block, takes limits upon itself, maps inputs and outputs, forgets
// how it got them, loads the library, makes the one call, writes the token. Nothing that it says is
// believed but that token, so whatever the student's code does to this process harms only its own
// run.
#include "harness/child.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "harness/control.h"

namespace harness {
namespace {

struct Region {
  std::uintptr_t begin = 0;  ///< of the first page; a guard page stands before it and one behind
  std::uintptr_t end = 0;
};

// Static, because signal handlers need them.
Header* header = nullptr;
Region regions[kMaxArguments];
std::uint32_t region_count = 0;
alignas(16) std::byte signal_stack[32 * 1024];

// Something of ours failed: the parent sees that loading never began.
[[noreturn]] void give_up() { _exit(125); }

void* map(void* at, std::size_t bytes, int protection, int flags, int fd, std::uint64_t offset) {
  void* p = mmap(at, bytes, protection, flags, fd, static_cast<off_t>(offset));
  if (p == MAP_FAILED) give_up();
  return p;
}

void limit(int resource, std::uint64_t soft, std::uint64_t hard) {
  rlimit now{};
  getrlimit(static_cast<__rlimit_resource_t>(resource), &now);
  const rlimit wanted{std::min<rlim_t>(soft, now.rlim_max), std::min<rlim_t>(hard, now.rlim_max)};
  if (setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) != 0) give_up();
}

void take_limits(const Control& control) {
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_CPU, control.cpu_seconds, control.cpu_seconds + 1);
  limit(RLIMIT_FSIZE, control.file_bytes, control.file_bytes);
  limit(RLIMIT_NOFILE, control.open_files, control.open_files);
  if (control.processes != 0) limit(RLIMIT_NPROC, control.processes, control.processes);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would end us after the parent
}

std::uint64_t data_bytes() {
  char text[4096];
  const int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  const ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  text[std::max<ssize_t>(n, 0)] = '\0';
  const char* line = std::strstr(text, "VmData:");
  return line == nullptr ? 0 : std::strtoull(line + 7, nullptr, 10) * 1024;
}

// Counted from what is mapped now: the emulator has reserved its address space by then. RLIMIT_AS
// would count reservations as memory.
void limit_memory(const Control& control) {
  if (control.gpu != 0) return;
  const std::uint64_t bytes = data_bytes() + control.memory_bytes;
  limit(RLIMIT_DATA, bytes, bytes);
}

// The array's pages between two pages that nobody may touch.
void* map_array(const Slot& slot, Region& region) {
  const bool is_input = slot.kind == SlotKind::kInput;
  auto* space = static_cast<std::byte*>(map(nullptr, (slot.pages + 2) * kPage, PROT_NONE,
                                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  std::byte* begin = space + kPage;
  map(begin, slot.pages * kPage, is_input ? PROT_READ : PROT_READ | PROT_WRITE,
      MAP_FIXED | (is_input ? MAP_PRIVATE : MAP_SHARED), is_input ? kInputsFd : kOutputsFd,
      slot.offset);
  region = {reinterpret_cast<std::uintptr_t>(begin),
            reinterpret_cast<std::uintptr_t>(begin) + slot.pages * kPage};
  return begin + slot.begin_in_pages();
}

void note_fault(int signal, std::uintptr_t address, std::uintptr_t stack) {
  header->signal = signal;
  header->fault_address = address;
  header->fault_argument = -1;
  const std::uintptr_t distance = address > stack ? address - stack : stack - address;
  header->stack_overflow = distance < 64 * 1024 ? 1 : 0;
  for (std::uint32_t i = 0; i < region_count; ++i) {
    if (regions[i].begin == 0) continue;
    if (address < regions[i].begin - kPage || address >= regions[i].end + kPage) continue;
    header->fault_argument = static_cast<std::int32_t>(i);
    header->fault_side = address < regions[i].begin ? -1 : address >= regions[i].end ? 1 : 0;
  }
}

constexpr int kCrashSignals[] = {SIGSEGV, SIGBUS};
struct sigaction emulators_action[NSIG];

void on_signal(int signal, siginfo_t* info, void* context) {
  const auto* machine = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
  const auto stack = static_cast<std::uintptr_t>(machine->uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  const auto stack = static_cast<std::uintptr_t>(machine->uc_mcontext.sp);
#endif
  note_fault(signal, reinterpret_cast<std::uintptr_t>(info->si_addr), stack);
  const struct sigaction& next = emulators_action[signal];
  if ((next.sa_flags & SA_SIGINFO) != 0) return next.sa_sigaction(signal, info, context);
  ::signal(signal, SIG_DFL);
  raise(signal);
}

void watch_for_crashes() {
  stack_t stack{};
  stack.ss_sp = signal_stack;
  stack.ss_size = sizeof signal_stack;
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : kCrashSignals) sigaction(signal, &action, nullptr);
}

// The emulator, once loaded, has handlers of its own: ours looks first, then hands on to them.
void look_at_crashes_first() {
  for (const int signal : kCrashSignals) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if ((action.sa_flags & SA_SIGINFO) == 0 || action.sa_sigaction == on_signal) continue;
    emulators_action[signal] = action;
    action.sa_sigaction = on_signal;
    sigaction(signal, &action, nullptr);
  }
}

void on_refused_new() {
  header->out_of_memory = 1;
  std::set_new_handler(nullptr);
}

[[noreturn]] void refuse(const char* why) {
  std::strncpy(header->error, why == nullptr ? "" : why, sizeof header->error - 1);
  header->phase = Phase::kRefused;
  fflush(nullptr);
  _exit(1);
}

// The emulator's own function, even where the student's library has one of that name.
using Finish = int (*)();
Finish find_finish() {
  void* emulator = dlopen("libemulator.so", RTLD_NOW | RTLD_NOLOAD);
  return emulator == nullptr ? nullptr
                             : reinterpret_cast<Finish>(dlsym(emulator, "emulator_finish"));
}

// The report goes through a descriptor, which the student's code may have closed: it is opened
// again then, and what was written is copied to where the parent looks.
class ReportFile {
 public:
  ReportFile() {
    fstat(kReportFd, &original_);
    memory_ = map(nullptr, kReportBytes, PROT_READ | PROT_WRITE, MAP_SHARED, kReportFd, 0);
  }
  void open_again_if_lost() {
    struct stat now {};
    lost_ = fstat(kReportFd, &now) != 0 || now.st_ino != original_.st_ino;
    if (!lost_) return;
    const int fd = memfd_create("report", 0);
    if (fd < 0 || fd == kReportFd) return;
    dup2(fd, kReportFd);
    close(fd);
  }
  void bring_back() {
    if (lost_ && pread(kReportFd, memory_, kReportBytes, 0) < 0) give_up();
  }

 private:
  struct stat original_ {};
  void* memory_ = nullptr;
  bool lost_ = false;
};

// Error codes of the driver that mean "nothing was ever begun".
constexpr int kNotInitialized = 3, kInvalidContext = 201;

// Waits for a GPU and asks whether it was left with an error. The driver, not the runtime: the
// latter may be linked into the library where nobody finds it.
int gpu_error() {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (driver == nullptr) return 0;
  const auto synchronize = reinterpret_cast<int (*)()>(dlsym(driver, "cuCtxSynchronize"));
  const int error = synchronize == nullptr ? 0 : synchronize();
  return error == kNotInitialized || error == kInvalidContext ? 0 : error;
}

void come_to_rest(const Control& control, Finish finish, ReportFile& report) {
  if (control.gpu != 0) header->cuda_error = gpu_error();
  if (finish == nullptr) return;
  report.open_again_if_lost();
  finish();
  report.bring_back();
}

void read_control(Control& control) {
  void* sealed = map(nullptr, sizeof control, PROT_READ, MAP_PRIVATE, kControlFd, 0);
  std::memcpy(&control, sealed, sizeof control);
  munmap(sealed, sizeof control);
}

/// The arguments in the form that a Thunk takes.
struct Arguments {
  void* arrays[kMaxArguments];
  const void* values[kMaxArguments];
};

void map_arguments(const Control& control, Arguments& arguments) {
  region_count = control.argument_count;
  for (std::uint32_t i = 0; i < control.argument_count; ++i) {
    const Slot& slot = control.slots[i];
    if (slot.kind == SlotKind::kValue) {
      arguments.values[i] = slot.value;
    } else {
      arguments.arrays[i] = map_array(slot, regions[i]);
      arguments.values[i] = &arguments.arrays[i];
    }
  }
}

void forget_descriptors() {
  for (const int fd : {kControlFd, kInputsFd, kOutputsFd}) close(fd);
}

/// The entry point. Static constructors of the library run in here.
void* load(const Control& control) {
  header->phase = Phase::kLoading;
  void* library = dlopen(control.library, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(dlerror());
  void* function = dlsym(library, control.entry_point);
  if (function == nullptr) refuse(dlerror());
  return function;
}

void call(void* function, const Control& control, const Arguments& arguments) {
  const auto thunk = reinterpret_cast<Thunk>(reinterpret_cast<std::intptr_t>(anchor()) +
                                             static_cast<std::intptr_t>(control.thunk));
  alignas(16) std::byte value[kMaxValueBytes] = {};
  header->phase = Phase::kCalling;
  thunk(function, arguments.values, value);
  std::memcpy(header->value, value, sizeof value);
  header->phase = Phase::kReturned;
  header->returned = control.token;
}

// An exception out of the library ends the process like any that nobody catches.
[[noreturn]] void run_child() noexcept {
  static Control control;
  static Arguments arguments;
  read_control(control);
  header =
      static_cast<Header*>(map(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, kOutputsFd, 0));
  take_limits(control);
  map_arguments(control, arguments);
  ReportFile report;
  forget_descriptors();
  watch_for_crashes();
  std::set_new_handler(on_refused_new);

  void* function = load(control);
  const Finish finish = control.gpu != 0 ? nullptr : find_finish();
  limit_memory(control);
  look_at_crashes_first();

  call(function, control, arguments);
  come_to_rest(control, finish, report);
  header->phase = Phase::kFinished;
  header->finished = control.token;
  fflush(nullptr);
  _exit(0);
}

// Before the static objects of GoogleTest and of hundreds of checks are made: the child needs none
// of them, and without them it starts in a fifth less time. glibc passes main's arguments to
// constructors.
[[gnu::constructor(101)]] void become_child(int argc, char** argv, char**) {
  if (argc == 2 && std::strcmp(argv[1], kChildArgument) == 0) run_child();
}

}  // namespace

const void* anchor() { return reinterpret_cast<const void*>(&anchor); }

}  // namespace harness
