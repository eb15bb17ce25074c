// The order of the questions is the order of causes: a diagnostic explains a crash, a crash
// explains what is missing afterwards. Of several diagnostics the surest is told.
#include "harness/matchers/finished.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/text.h"

namespace harness {
namespace {

constexpr std::pair<std::string_view, Cause> kCauses[] = {
    {"unchecked-launch", Cause::kCall},
    {"old-error", Cause::kCall},
    {"absent-lane", Cause::kCall},
    {"foreign-stream", Cause::kCall},
    {"foreign-event", Cause::kCall},
    {"unrecorded-event", Cause::kCall},
    {"device-api", Cause::kCall},
    {"warp-mask", Cause::kCall},
    {"careless-asm", Cause::kCall},
    {"spin-on-child", Cause::kCall},
    {"endless-launches", Cause::kCall},
    {"lost-graph-launch", Cause::kCall},
    {"refused-graph", Cause::kCall},
    {"unset-condition", Cause::kCall},
    {"out-of-bounds", Cause::kAddress},
    {"illegal-address", Cause::kAddress},
    {"misaligned", Cause::kAddress},
    {"use-after-free", Cause::kAddress},
    {"local-pointer", Cause::kAddress},
    {"shared-pointer", Cause::kAddress},
    {"left-cluster", Cause::kAddress},
    {"foreign-variable", Cause::kAddress},
    {"peer-access", Cause::kAddress},
    {"host-device-access", Cause::kAddress},
    {"constant-write", Cause::kAddress},
    {"emulator-memory", Cause::kAddress},
    // One of these two leads to the other, and is found first.
    {"race", Cause::kRace},
    {"barrier-divergence", Cause::kRace},
    {"missing-fence", Cause::kRace},
    {"missing-acquire", Cause::kRace},
    {"uninitialized", Cause::kRace},
    {"stale-texture", Cause::kRace},
    {"managed-access", Cause::kRace},
    {"waits-for-block", Cause::kOrder},
    {"leak", Cause::kEnding},
    {"deadlock", Cause::kEnding},
    {"stack-overflow", Cause::kEnding},
    {"trap", Cause::kEnding},
    {"assert", Cause::kEnding}};

/// An exercise must be right for any size, so it may not count on a grid that the card holds at
/// once.
bool is_wrong_here(const Diagnostic& d) { return d.is_error || d.rule == "waits-for-block"; }

/// What a spoiled index leads to.
bool may_follow_a_race(const Diagnostic& d) {
  return d.rule == "out-of-bounds" || d.rule == "illegal-address" || d.rule == "misaligned";
}

/// A warning that is told as the cause where there is another error: a launch that worked was taken
/// for one that failed.
bool explains_errors(const Diagnostic& d) { return d.rule == "old-error"; }

/// The same where a value is wrong. A lane that has read what is undefined need not have used it,
/// so that this explains no race.
bool explains_values(const Diagnostic& d) { return explains_errors(d) || d.rule == "absent-lane"; }

/// The student's own word for what is wrong, which stops the device: what is found behind it may be
/// its consequence. A trap says nothing, and given code has some.
bool is_assert(const Diagnostic& d) { return d.rule == "assert"; }

struct Finding {
  const Diagnostic* diagnostic;
  Cause cause;
};

/// The surest first; among equals, as they were found. An address that is wrong after a race is no
/// surer than the race.
std::vector<Finding> errors_of(const Outcome& outcome) {
  std::vector<Finding> errors;
  bool has_raced = false, has_stopped = false;
  for (const Diagnostic& d : outcome.diagnostics) {
    if (!is_wrong_here(d) && !explains_errors(d)) continue;
    const Cause cause = has_stopped ? std::max(cause_of(d.rule), Cause::kEnding) : cause_of(d.rule);
    has_stopped = has_stopped || is_assert(d);
    has_raced = has_raced || cause == Cause::kRace;
    errors.push_back({&d, has_raced && may_follow_a_race(d) ? Cause::kRace : cause});
  }
  const bool only_explains = std::ranges::all_of(
      errors, [](const Finding& each) { return explains_errors(*each.diagnostic); });
  if (only_explains) return {};
  std::ranges::stable_sort(errors, {}, &Finding::cause);
  return errors;
}

constexpr std::pair<int, std::string_view> kStickyErrors[] = {{700, "cudaErrorIllegalAddress"},
                                                              {702, "cudaErrorLaunchTimeout"},
                                                              {710, "cudaErrorAssert"},
                                                              {714, "cudaErrorHardwareStackError"},
                                                              {715, "cudaErrorIllegalInstruction"},
                                                              {716, "cudaErrorMisalignedAddress"},
                                                              {717, "cudaErrorInvalidAddressSpace"},
                                                              {718, "cudaErrorInvalidPc"},
                                                              {719, "cudaErrorLaunchFailure"}};

constexpr int kAssertError = 710;
constexpr std::string_view kAssertWords =
    "an assert of device code did not hold, and what it printed names file, line and expression "
    "(R5); ";

// A GPU gives only the number.
std::string cuda_error_words(const Outcome& outcome) {
  std::string name = clean(outcome.cuda_error_name);
  for (const auto& [code, words] : kStickyErrors) {
    if (name.empty() && code == outcome.cuda_error) name = words;
  }
  if (name.empty()) name = "CUDA error";
  const bool is_unseen = outcome.cuda_error == kAssertError && outcome.diagnostics.empty();
  return fmt::format("the device was left with {} ({}): {}every later call fails with it", name,
                     outcome.cuda_error, is_unseen ? kAssertWords : "");
}

}  // namespace

Cause cause_of(const std::string& rule) {
  const auto* found = std::ranges::find(kCauses, rule, &std::pair<std::string_view, Cause>::first);
  return found == std::end(kCauses) ? Cause::kEnding : found->second;
}

std::string diagnostic_words(const Diagnostic& d) {
  std::string words = clean(d.message);
  if (!d.file.empty()) {
    words = fmt::format("{}:{}: {}: {}", clean(file_name(d.file)), d.line, clean(d.rule), words);
  } else {
    words = fmt::format("{}: {}", clean(d.rule), words);
  }
  if (d.count > 1) words += fmt::format(" ({} times)", d.count);
  if (d.other_line != 0) {
    words +=
        fmt::format("\n  and the other place is {}:{}",
                    clean(file_name(d.other_file.empty() ? d.file : d.other_file)), d.other_line);
  }
  return words;
}

Refusal failed_assert(const Outcome& outcome) {
  const auto found = std::ranges::find_if(outcome.diagnostics, is_assert);
  if (found == outcome.diagnostics.end() || outcome.cuda_error == 0) return {};
  return {diagnostic_words(*found), clean(found->file), found->line, cause_of(found->rule)};
}

Refusal warning_of(const Outcome& outcome) {
  const auto found = std::ranges::find_if(outcome.diagnostics, explains_values);
  if (found == outcome.diagnostics.end()) return {};
  return {diagnostic_words(*found), clean(found->file), found->line, cause_of(found->rule)};
}

/// What should have written memory that was read unwritten: a call that was refused and not heard.
std::string refused_write(const Outcome& outcome) {
  for (const auto* calls : {&outcome.device_calls, &outcome.host_calls}) {
    for (const ApiCall& call : *calls) {
      const bool writes =
          call.name.starts_with("cudaMemcpy") || call.name.starts_with("cudaMemset");
      if (!writes || call.result == 0) continue;
      return fmt::format("{} at {}:{} was answered with error {} and has written nothing",
                         clean(call.name), clean(file_name(call.file)), call.line, call.result);
    }
  }
  return {};
}

Refusal why_not_clean(const Outcome& outcome) {
  Refusal refusal;
  const auto add = [&refusal](const std::string& words) {
    refusal.why += (refusal.why.empty() ? "" : "\n") + words;
  };
  refusal.cause = Cause::kEnding;
  const auto errors = errors_of(outcome);
  if (!errors.empty()) {
    const Diagnostic& first = *errors[0].diagnostic;
    refusal.cause = errors[0].cause;
    refusal.file = clean(first.file);
    refusal.line = first.line;
    add(diagnostic_words(first));
    const std::string refused = first.rule == "uninitialized" ? refused_write(outcome) : "";
    if (!refused.empty()) add(refused);
    if (errors.size() > 1) {
      add(fmt::format("({} after this one)",
                      counted(errors.size() - 1, "more broken rule", "more broken rules")));
    }
  }
  if (!outcome.finished()) add(outcome.what);
  if (outcome.cuda_error != 0) add(cuda_error_words(outcome));
  if (outcome.finished() && !outcome.underrun.empty()) {
    add("something wrote in front of " + outcome.underrun + "[0]");
  }
  if (outcome.finished() && !outcome.written_late.empty()) {
    if (refusal.why.empty()) refusal.cause = Cause::kOrder;
    add(
        fmt::format("{} was still written to after {} had returned: its caller looks at the result "
                    "at once. Wait for all work, by a copy or by cudaDeviceSynchronize(), before "
                    "you return (U5)",
                    outcome.written_late, outcome.entry_point));
  }
  if (outcome.finished() && outcome.device == DeviceKind::kEmulator && !outcome.report) {
    add(outcome.report_problem + ", so nothing shows that the rules were kept");
  }
  return refusal;
}

}  // namespace harness
