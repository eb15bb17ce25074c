// EachDestroyedOnce(): what device code creates, streams or events, it destroys, each
// once (S8).
#pragma once

#include <fmt/format.h>

#include <string>

#include "harness/harness.h"
#include "shared/judged.h"

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

/// The first call of device code that created one, for its place.
inline const ApiCall* first_successful_call(const Outcome& run, const std::string& api) {
  for (const ApiCall& call : run.device_calls) {
    if (call.name == api && call.result == 0) return &call;
  }
  return nullptr;
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
                                             : "waits that have been made stay (E5, E8)";
  if (const ApiCall* refused = first_refused_call(run, destroy))
    return refusal_at(refused,
                      "{} was answered with error {} ({}) and destroyed nothing: {} were made and "
                      "{} destroyed. Is the handle there yet when it is destroyed, and is it "
                      "destroyed once? (S8)",
                      destroy, refused->result, times_called(refused->count), made, gone);
  const ApiCall* created = first_successful_call(run, create);
  return refusal_at(created,
                    "device code called {} {} and {} {}: what it creates it should "
                    "destroy, each once, after the last use; {}",
                    create, times_called(made), destroy, times_called(gone), stays);
}

/// `kind` is "Stream" or "Event". This counts: where one is destroyed twice and another never, the
/// emulator has a diagnostic of "device-api" about the second destruction.
inline ReportMatcher EachDestroyedOnce(const std::string& kind) {
  return {"destroys each once",
          [kind](const Outcome& run) { return why_not_destroyed_once(run, kind); }};
}

}  // namespace checks
