// Questions to the lists of calls and diagnostics.
#include "harness/matchers/call_matchers.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/matchers/finished.h"
#include "harness/text.h"

namespace harness {
namespace {

std::string times(int count) {
  if (count == 0) return "not at all";
  return count == 1 ? "once" : fmt::format("{} times", count);
}

Refusal wrong_number(std::string_view who, const std::string& name, int actual, int expected) {
  if (actual == expected) return {};
  return {
      fmt::format("{} called {} {}; it should do so {}", who, name, times(actual), times(expected)),
      {},
      0};
}

// How often threads call something follows from all that went before: a result, like the values.
Refusal as_result(Refusal refusal) {
  refusal.cause = Cause::kValue;
  return refusal;
}

int count_calls(const std::vector<ApiCall>& calls, const std::string& name) {
  int count = 0;
  for (const ApiCall& call : calls) count += call.name == name ? call.count : 0;
  return count;
}

Refusal never_called(const std::string& name) { return {"the host never called " + name, {}, 0}; }

Refusal called_late(const Outcome& run, const std::string& first, const std::string& second) {
  bool second_seen = false;
  for (const std::string* name : {&first, &second}) {
    if (count_calls(run.host_calls, *name) == 0) return never_called(*name);
  }
  for (const ApiCall& call : run.host_calls) {
    second_seen = second_seen || call.name == second;
    if (call.name == first && second_seen) {
      return {fmt::format("the host called {} after {}; it should do so before", first, second),
              clean(call.file), call.line};
    }
  }
  return {};
}

Refusal called_after_launch(const Outcome& run, const std::string& name) {
  if (count_calls(run.host_calls, name) == 0) return never_called(name);
  for (const ApiCall& call : run.host_calls) {
    if (call.name != name || call.launches_before == 0) continue;
    return {
        fmt::format("the host called {} after {}; it should do so before the first", name,
                    counted(static_cast<std::size_t>(call.launches_before), "launch", "launches")),
        clean(call.file), call.line};
  }
  return {};
}

Refusal too_many_atomics(const Outcome& run, int most) {
  int count = 0;
  std::string lines;
  const ApiCall* busiest = nullptr;
  for (const ApiCall& call : run.device_calls) {
    if (!is_atomic(call)) continue;
    count += call.count;
    lines += fmt::format("{}{} {} in line {}", lines.empty() ? "" : ", ", call.name,
                         times(call.count), call.line);
    if (busiest == nullptr || call.count > busiest->count) busiest = &call;
  }
  if (count <= most) return {};
  return {fmt::format("device code did {} atomic operations ({}); {} would do", count, clean(lines),
                      most),
          clean(busiest->file), busiest->line};
}

std::string way_words(std::string way) {
  std::ranges::replace(way, '_', ' ');
  return "from " + way;
}

const Diagnostic* find_rule(const Outcome& run, const std::string& rule) {
  const auto found = std::ranges::find(run.diagnostics, rule, &Diagnostic::rule);
  return found == run.diagnostics.end() ? nullptr : &*found;
}

}  // namespace

bool ReportMatcher::MatchAndExplain(const Outcome& outcome,
                                    testing::MatchResultListener* listener) const {
  if (outcome.report)
    return answer(after_fault(failed_assert(outcome), question_(outcome)), listener, Cause::kCall);
  return answer({outcome.report_problem, {}, 0}, listener, Cause::kEnding);
}

ReportMatcher CalledTimes(std::string name, int count) {
  return {fmt::format("calls {} {}", name, times(count)), [=](const Outcome& run) {
            return wrong_number("the host", name, count_calls(run.host_calls, name), count);
          }};
}

ReportMatcher NotCalled(std::string name) { return CalledTimes(std::move(name), 0); }

ReportMatcher CopiesAtMost(std::string way, std::int64_t bytes) {
  return {fmt::format("copies at most {} bytes {}", bytes, way_words(way)),
          [=](const Outcome& run) -> Refusal {
            std::int64_t all = 0;
            const Copy* largest = nullptr;
            for (const Copy& copy : run.report->copies) {
              if (copy.way != way) continue;
              all += copy.bytes;
              if (largest == nullptr || copy.bytes > largest->bytes) largest = &copy;
            }
            if (all <= bytes) return {};
            return {fmt::format("{} bytes are copied {}, by {} among others", all, way_words(way),
                                largest->name),
                    clean(largest->file), largest->line};
          }};
}

ReportMatcher HostPassesAtMost(std::size_t bits, std::string instead) {
  return {fmt::format("hands over at most {} bits of the host's own", bits),
          [=](const Outcome& run) -> Refusal {
            if (run.handed_over.all <= bits) return {};
            return {fmt::format("the host has made numbers of {} bits itself that it hands to the "
                                "device: {}",
                                run.handed_over.all, instead),
                    {},
                    0,
                    Cause::kValue};
          }};
}

ReportMatcher CalledBefore(std::string first, std::string second) {
  return {fmt::format("calls {} before {}", first, second),
          [=](const Outcome& run) { return called_late(run, first, second); }};
}

ReportMatcher CalledBeforeLaunching(std::string name) {
  return {fmt::format("calls {} before the first launch", name),
          [=](const Outcome& run) { return called_after_launch(run, name); }};
}

ReportMatcher DeviceCalledTimes(std::string name, int count) {
  return {fmt::format("device code calls {} {}", name, times(count)), [=](const Outcome& run) {
            return as_result(
                wrong_number("device code", name, count_calls(run.device_calls, name), count));
          }};
}

bool is_atomic(const ApiCall& call) { return call.name.starts_with("atomic"); }

ReportMatcher AtMostAtomics(int count) {
  return {fmt::format("does at most {} atomic operations", count),
          [=](const Outcome& run) { return as_result(too_many_atomics(run, count)); }};
}

ReportMatcher Breaks(std::string rule) {
  return {"breaks the rule " + rule, [=](const Outcome& run) -> Refusal {
            if (find_rule(run, rule) != nullptr) return {};
            return {fmt::format("the device found nothing against the rule '{}'", rule), {}, 0};
          }};
}

ReportMatcher Keeps(std::string rule) {
  return {"keeps the rule " + rule, [=](const Outcome& run) -> Refusal {
            const Diagnostic* found = find_rule(run, rule);
            if (found == nullptr) return {};
            return {diagnostic_words(*found), clean(found->file), found->line, cause_of(rule)};
          }};
}

}  // namespace harness
