#include "device/border/crash.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <string>

#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/threads/fiber.h"

namespace emu {

namespace {

constexpr std::size_t kSignalStack = 256 << 10;

bool overflowed_stack(std::uintptr_t address) {
  return address >= running->stack_begin - kStackSize && address < running->stack_begin + 8192;
}

void diagnose_device_crash(std::uintptr_t address, const void* site) {
  const bool stack = overflowed_stack(address);
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
  report_finding(
      {.rule = stack ? "stack-overflow" : "illegal-address",
       .message = current_block->grid->kernel.name +
                  (stack ? " ran out of stack: too deep a recursion or too large a local array"
                         : std::string(" accesses address ") + text +
                               ", which is no memory of the device"),
       .where = checker::source_line(site),
       .cites = "R5"});
}

void on_signal(int number, siginfo_t* info, void* context) {
  if (running->is_hosts()) {
    signal(number, SIG_DFL);
    finish_now();
    raise(number);
    return;
  }
  const auto* machine = static_cast<const ucontext_t*>(context);
  const auto at = static_cast<std::uintptr_t>(machine->uc_mcontext.gregs[REG_RIP]);
  diagnose_device_crash(reinterpret_cast<std::uintptr_t>(info->si_addr),
                        reinterpret_cast<const void*>(at + 1));
  device_fault(number == SIGFPE || number == SIGILL ? cudaErrorLaunchFailure
                                                    : cudaErrorIllegalAddress);
}

}  // namespace

void* take_signal_stack() {
  void* memory = mmap(nullptr, kSignalStack, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  const stack_t stack{memory, 0, kSignalStack};
  sigaltstack(&stack, nullptr);
  return memory;
}

void give_signal_stack(void* memory) {
  const stack_t none{nullptr, SS_DISABLE, 0};
  sigaltstack(&none, nullptr);
  munmap(memory, kSignalStack);
}

void catch_crashes() {
  take_signal_stack();
  struct sigaction action {};
  action.sa_sigaction = &on_signal;
  // The handler leaves by switching to the host's stack, so the signal must not stay blocked.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(number, &action, nullptr);
}

}  // namespace emu
