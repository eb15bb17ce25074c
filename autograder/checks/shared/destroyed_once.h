// EachDestroyedOnce(): what device code creates, streams or events, it destroys, each
// once (S8).
#pragma once

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/lines.h"

namespace checks {

using namespace harness;

/// How often device code called `api` with success.
inline int successful_calls(const Outcome& run, const std::string& api) {
  int count = 0;
  for (const ApiCall& call : run.device_calls) {
    if (call.name == api && call.result == 0) count += call.count;
  }
  return count;
}

/// The calls of device code that succeeded, one for each line.
inline std::vector<const ApiCall*> lines_of_calls(const Outcome& run, const std::string& api) {
  std::vector<const ApiCall*> calls;
  for (const ApiCall& call : run.device_calls) {
    if (call.name == api && call.result == 0) calls.push_back(&call);
  }
  return calls;
}

inline std::string words_of_lines(const std::vector<const ApiCall*>& calls) {
  std::set<int> lines;
  for (const ApiCall* call : calls) lines.insert(call->line);
  return at_lines(lines);
}

/// The first call of device code that was refused, and how often this one was.
inline const ApiCall* first_refused_call(const Outcome& run, const std::string& api) {
  for (const ApiCall& call : run.device_calls) {
    if (call.name == api && call.result != 0) return &call;
  }
  return nullptr;
}

inline std::string times_called(int count) {
  return count == 1 ? "once" : fmt::format("{} times", count);
}

inline Refusal why_not_destroyed_once(const Outcome& run, const std::string& kind) {
  const std::string create = "cuda" + kind + "CreateWithFlags";
  const std::string destroy = "cuda" + kind + "Destroy";
  const int made = successful_calls(run, create), gone = successful_calls(run, destroy);
  if (made == gone) return {};
  const std::string stays = kind == "Stream" ? "the work in it still runs (S8)"
                                             : "waits that have been made still hold (E5, E8)";
  if (const ApiCall* refused = first_refused_call(run, destroy))
    return refusal_at(refused,
                      "{} returned error {} ({}) and destroyed nothing: {} were created and {} "
                      "destroyed. Does the handle exist yet when it is destroyed, and is it "
                      "destroyed only once? (S8)",
                      destroy, refused->result, times_called(refused->count), made, gone);
  const auto created = lines_of_calls(run, create), destroyed = lines_of_calls(run, destroy);
  // Of several lines none is known to be that of the one which stays.
  return refusal_at(created.size() == 1 ? created[0] : nullptr,
                    "device code called {} {}{} and {} {}{}: what it creates it must destroy, "
                    "each once, after the last use; {}",
                    create, times_called(made), words_of_lines(created), destroy,
                    times_called(gone), words_of_lines(destroyed), stays);
}

/// `kind` is "Stream" or "Event". This counts: where one is destroyed twice and another never, the
/// emulator has a diagnostic of "device-api" about the second destruction.
inline ReportMatcher EachDestroyedOnce(const std::string& kind) {
  return {"destroys each once",
          [kind](const Outcome& run) { return why_not_destroyed_once(run, kind); }};
}

}  // namespace checks
