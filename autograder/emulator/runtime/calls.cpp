#include "runtime/calls.h"

#include <cstdint>
#include <functional>
#include <unordered_map>

#include "device/border/book.h"
#include "device/finding.h"
#include "device/grids/block.h"

namespace emu {

bool in_host_function = false;
const void* call_site = nullptr;

namespace {

constexpr std::size_t kHostCallsKept = 20000;

struct DeviceCallKey {
  const char* name;
  const void* site;
  cudaError_t result;
  bool operator==(const DeviceCallKey&) const = default;
};

struct Hash {
  std::size_t operator()(const DeviceCallKey& key) const {
    const auto site = reinterpret_cast<std::uintptr_t>(key.site);
    const auto name = reinterpret_cast<std::uintptr_t>(key.name);
    return std::hash<std::uintptr_t>()(site * 31 + name * 7 + static_cast<unsigned>(key.result));
  }
};

void count_device_call(const DeviceCallKey& call) {
  static std::unordered_map<DeviceCallKey, std::size_t, Hash> known;
  static DeviceCallKey last{};  // threads mostly do one after another what the one before did
  static std::size_t place = 0;
  if (!(call == last)) {
    const auto [at, fresh] = known.try_emplace(call, record.device_calls.size());
    last = call;
    place = at->second;
    if (fresh) {
      const checker::SourceLine& where = line_of(call.site);
      record.device_calls.push_back({call.name, call.result, 0, where.file.c_str(), where.line});
    }
  }
  ++record.device_calls[place].count;
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

cudaError_t refusal() { return in_host_function ? cudaErrorNotPermitted : sticky_error; }

cudaError_t keep(cudaError_t result) {
  return result == cudaErrorNotReady || in_host_function ? result : note_error(result);
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
  static std::unordered_map<const void*, checker::SourceLine> known;  // its nodes stay in place
  const auto [at, fresh] = known.try_emplace(site);
  if (fresh && site) at->second = checker::source_line(site);
  return at->second;
}

void warn(const Call& call, const char* rule, std::string message, const char* cites) {
  tell(call, checker::Severity::kWarning, rule, std::move(message), cites);
}

void object(const Call& call, const char* rule, std::string message, const char* cites) {
  tell(call, checker::Severity::kError, rule, std::move(message), cites);
}

cudaError_t object_to_unsupported(const Call& call, const std::string& what) {
  object(call, "device-api",
         std::string(call.name) + " asks for what the emulator does not have: " + what +
             "; on a GPU this may work",
         "emulator");
  return cudaErrorNotSupported;
}

}  // namespace emu
