#include "runtime/calls.h"

#include <cstdint>
#include <functional>

#include "device/border/book.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/hosts/baton.h"
#include "device/state.h"

namespace emu {

namespace {

constexpr std::size_t kHostCallsKept = 20000;

/// Its place in the record.
std::size_t place_of(const Calls::Counted& call) {
  const auto [at, fresh] = calls.counted.try_emplace(call, record.device_calls.size());
  if (fresh) {
    const checker::SourceLine& where = line_of(call.site);
    record.device_calls.push_back({call.name, call.result, 0, where.file.c_str(), where.line});
  }
  return at->second;
}

void count_device_call(const Calls::Counted& call) {
  auto& latest =
      calls.latest[reinterpret_cast<std::uintptr_t>(call.site) * 0x9E3779B97F4A7C15u >> 58];
  if (!(call == latest.call)) latest = {call, place_of(call)};
  ++record.device_calls[latest.place].count;
}

void tell(const Call& call, checker::Severity severity, const char* rule, std::string message,
          const char* cites) {
  report_finding({.rule = rule,
                  .severity = severity,
                  .message = std::move(message),
                  .where = line_of(call.site),
                  .cites = cites});
}

}  // namespace

std::size_t Calls::Hash::operator()(const Counted& call) const {
  const auto where = reinterpret_cast<std::uintptr_t>(call.site);
  const auto what = reinterpret_cast<std::uintptr_t>(call.name);
  return std::hash<std::uintptr_t>()(where * 31 + what * 7 + static_cast<unsigned>(call.result));
}

bool in_host_function() {
  must_be_known();
  return state.hosts.current->in_host_function;
}

cudaError_t refusal() {
  if (state.hosts.overdue.load(std::memory_order_relaxed)) [[unlikely]]
    if (HostThread* const me = host_here()) pass_baton(*me);
  return in_host_function() ? cudaErrorNotPermitted : state.sticky_error;
}

cudaError_t refuse_in_host_function(const Call& call) {
  warn(call, "device-api",
       std::string(call.name) +
           " is called by a host function of a stream, and does nothing but return error 800: such "
           "a function may not call CUDA. Let the host make the call when it has waited for the "
           "stream",
       "runtime API reference");
  return cudaErrorNotPermitted;
}

cudaError_t error_on_purpose(const Call& call) {
  const RefusedCall& refused = state.settings.refused_call;
  const bool is_on_device = current_block != nullptr;
  if (refused.number == 0 || refused.on_device != is_on_device ||
      name_number(call.name) != refused.name)
    return cudaSuccess;
  return ++calls.of_refused_name == refused.number ? refused.error : cudaSuccess;
}

cudaError_t keep(cudaError_t result) {
  return result == cudaErrorNotReady || in_host_function() ? result : note_error(result);
}

void write_down(const Call& call, cudaError_t result) {
  if (current_block)
    count_device_call({call.name, call.site, result});
  else
    write_down(call, result, {});
}

void count_operation(const char* name, const void* site) {
  if (current_block) count_device_call({name, site, cudaSuccess});
}

void write_down(const Call& call, cudaError_t result, std::string detail) {
  if (record.host_calls.size() == kHostCallsKept) return;
  const checker::SourceLine& where = line_of(call.site);
  record.host_calls.push_back({call.name, result, record.launches.size(), std::move(detail),
                               where.file.c_str(), where.line});
  enter({.kind = BookEntry::Kind::kHostCall, .result = result, .name = name_number(call.name)});
}

const checker::SourceLine& line_of(const void* site) {
  const auto [at, fresh] = calls.lines.try_emplace(site);
  if (fresh && site) at->second = checker::source_line(site);
  return at->second;
}

void warn(const Call& call, const char* rule, std::string message, const char* cites) {
  tell(call, checker::Severity::kWarning, rule, std::move(message), cites);
}

void object(const Call& call, const char* rule, std::string message, const char* cites) {
  tell(call, checker::Severity::kError, rule, std::move(message), cites);
}

checker::SourceLine line_of_call() { return line_of(calls.site); }

cudaError_t refuse_handle(const void* handle, HandleOf wanted, cudaError_t error, HandleUse use) {
  if (!current_block) report_wrong_handle(handle, wanted, use, line_of_call());
  return error;
}

cudaError_t object_to_unsupported(const Call& call, const std::string& what) {
  object(call, "device-api",
         std::string(call.name) + " asks for what the emulator does not have: " + what +
             "; on a GPU this may work",
         "emulator");
  return cudaErrorNotSupported;
}

}  // namespace emu
