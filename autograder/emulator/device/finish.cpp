#include "device/finish.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "checker/canaries.h"
#include "device/border/book.h"
#include "device/border/crash.h"
#include "device/border/embedding.h"
#include "device/border/handed_over/handed_over.h"
#include "device/border/libraries.h"
#include "device/border/results.h"
#include "device/device.h"
#include "device/grids/schedule.h"
#include "device/hosts/baton.h"
#include "device/leaks.h"
#include "device/state.h"
#include "device/threads/ended.h"
#include "device/threads/fiber.h"
#include "report/report.h"

namespace emu {

namespace {

void drain() {
  if (!running->is_hosts()) return;  // exit() was called in device code
  close_hosts();
  host_wait(&devices_are_idle, nullptr, "exit()");
  // Streams may call functions of the program when they are flushed. What these do is part of the
  // run; nothing of the program's runs once the report is begun.
  std::fflush(nullptr);
  host_wait(&devices_are_idle, nullptr, "exit()");
  end_of_thread(host_fiber().thread);
  if (state.sticky_error == cudaSuccess) report_leaks();
  record.finished = true;
}

int errors() {
  int count = 0;
  for (const auto& d : checker::diagnostics()) count += d.severity == checker::Severity::kError;
  return count;
}

void write_all(int file, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(file, text.data() + done, text.size() - done);
    if (n <= 0) return;
    done += static_cast<std::size_t>(n);
  }
}

/// Into the embedder's memory, as far as there is room; returns where it ends.
std::size_t put(const std::string& text, std::size_t at) {
  const std::size_t room =
      state.finish.report_memory.bytes - std::min(state.finish.report_memory.bytes, at);
  std::memcpy(state.finish.report_memory.begin + at, text.data(), std::min(text.size(), room));
  return at + std::min(text.size(), room);
}

// "report:NAME": behind the report in the embedder's memory, a zero byte between them.
constexpr std::string_view kTraceInReport = "report:";

void write_trace() {
  const std::string& path = state.finish.wanted_trace;
  if (!path.empty() && !path.starts_with(kTraceInReport)) report::write_trace(record, path);
}

/// A trace that has no room is left out: half of a picture is none.
void fill_report_memory() {
  const std::string json = report::to_json(record, checker::diagnostics());
  const std::size_t end = put(json, 0) + 1;
  if (!state.finish.wanted_trace.starts_with(kTraceInReport)) return;
  const std::string trace = report::trace_for(record, state.finish.wanted_trace);
  if (end + trace.size() < state.finish.report_memory.bytes) put(trace, end);
}

void write_report(const char* target) {
  if (state.finish.report_memory.begin) return fill_report_memory();
  const char* const parts = std::getenv("EMULATOR_REPORT_PARTS");
  const bool is_short = parts != nullptr && std::strcmp(parts, "findings") == 0;
  const std::string json = report::to_json(
      record, checker::diagnostics(), is_short ? report::Parts::kFindings : report::Parts::kAll);
  if (std::strncmp(target, "fd:", 3) == 0) return write_all(std::atoi(target + 3), json);
  const int file = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) {
    std::fprintf(stderr, "emulator: cannot write the report to %s\n", target);
    return;
  }
  write_all(file, json);
  close(file);
}

void print_diagnostics() {
  for (const auto& d : checker::diagnostics())
    std::fprintf(stderr, "%s:%u: %s: %s [%s]\n", d.where.file.c_str(), d.where.line,
                 d.severity == checker::Severity::kError ? "error" : "warning", d.message.c_str(),
                 d.rule.c_str());
  if (policy() == Policy::kRandom && !checker::diagnostics().empty())
    std::fprintf(
        stderr,
        "found with EMULATOR_SCHEDULE=random EMULATOR_SEED=%llu; the same seed repeats it\n",
        static_cast<unsigned long long>(record.seed));
}

/// Where the embedder, or the environment, wants it; false when neither does.
bool tell() {
  write_trace();
  const char* target = std::getenv("EMULATOR_REPORT");
  if (!target && !state.finish.report_memory.begin) return false;
  write_report(target);
  enter({.kind = BookEntry::Kind::kFinished});
  return true;
}

}  // namespace

void finish_now() {
  if (state.finish.finished || getpid() != state.finish.own_process) return;
  state.finish.finished = true;
  drain();
  state.finish.is_telling = true;
  checker::check_canaries();
  checker::judge();
  report::finish(record, checker::diagnostics());
  if (tell()) return;
  print_diagnostics();
  if (errors() == 0) return;
  std::fflush(nullptr);
  _exit(1);
}

void finish_interrupted(const std::string& note) {
  state.finish.finished = state.finish.is_telling = true;
  std::fflush(nullptr);
  checker::check_canaries();
  checker::judge();
  report::finish(record, checker::diagnostics());
  if (!tell()) print_diagnostics();
  std::fprintf(stderr, "%s\n", note.c_str());
  std::fflush(nullptr);
}

void end_at_once() {
  finish_now();
  if (!state.finish.report_memory.begin) {
    print_diagnostics();
    std::fflush(nullptr);
  }
  _exit(1);
}

}  // namespace emu

// The report is written when the program's own static objects are gone, so the emulator's must live
// on: this library is linked with --wrap=__cxa_atexit, and none of its destructors is registered.
extern "C" {
extern void* __dso_handle;
int __real___cxa_atexit(void (*function)(void*), void* argument, void* library);
int __wrap___cxa_atexit(void (*)(void*), void*, void*) { return 0; }
}

void emu::finish_at_exit() {
  state.finish.own_process = getpid();
  if (const char* trace = std::getenv("EMULATOR_TRACE")) state.finish.wanted_trace = trace;
  catch_crashes();
  __real___cxa_atexit([](void*) { finish_now(); }, nullptr, &__dso_handle);
}

void emu::tell_embedder() {
  if (emulator_started) state.finish.report_memory = emulator_started();
  checker::take_as_own(state.finish.report_memory.begin,
                       state.finish.report_memory.bytes + state.finish.report_memory.bytes_behind);
  if (!state.finish.report_memory.begin) return;
  open_book(state.finish.report_memory.book);
  const std::span arrays(state.finish.report_memory.arrays, state.finish.report_memory.array_count);
  watch_results(arrays);
  watch_what_is_handed_over(arrays);
}

void emu::close_what_is_loaded() {
  if (state.finish.report_memory.begin) close_libraries(state.finish.report_memory.program);
}

extern "C" int emulator_finish(void) {
  emu::finish_now();
  return emu::errors();
}
