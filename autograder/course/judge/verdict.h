// What came out of grading: per check and per lesson, for people and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/cause.h"
#include "course/lesson/lesson.h"

namespace course {

enum class Verdict {
  kPassed,
  kFailed,
  kNotRun,
  kCrashed,
  kTimedOut,
  kOutOfMemory,
  kDoesNotCompile,
  kDoesNotLoad,
  kExitedEarly,
  kRefused,
  kGraderError,  ///< our fault, never the student's
};

/// The stable name: "timed_out".
const char* verdict_name(Verdict verdict);
/// The same for people: "timed out".
std::string verdict_words(Verdict verdict);
/// kGraderError for a name that is none.
Verdict verdict_from(const std::string& name);

struct CheckVerdict {
  std::string name;
  Verdict verdict = Verdict::kNotRun;
  int points = 0;
  int max_points = 0;
  std::string message;
  std::string file;  ///< where the message points to; may be empty
  int line = 0;
  std::string schedule;  ///< the one under which it failed first
  unsigned long long seed = 0;
  double seconds = 0;
  Cause cause = Cause::kValue;        ///< how surely the message names the cause
  std::string output;                 ///< what the exercise printed in the failing run, shortened
  bool reaches_for_emulator = false;  ///< any of its runs; for the instructor, so not in the JSON

  bool failed() const { return verdict != Verdict::kPassed && verdict != Verdict::kNotRun; }
};

/// Of two checks that failed, the one of the smaller rank is told first: our own faults, then what
/// names its cause most surely.
int rank_of(const CheckVerdict* check);

struct LessonVerdict {
  std::string name;
  std::string device = "emulator";
  Verdict verdict = Verdict::kNotRun;
  std::string message;  ///< what holds for the whole lesson, such as the compiler's complaint
  double seconds = 0;
  std::vector<CheckVerdict> checks;

  int points() const;
  /// Without the checks that could not run on this device.
  int max_points() const;
  /// The one that names its cause most surely; null when none failed.
  const CheckVerdict* first_failure() const;
};

/// The lesson's verdict that follows from its checks': passed when all that ran passed.
Verdict summary_of(const std::vector<CheckVerdict>& checks);

/// A verdict on the whole lesson, given to every check of it.
LessonVerdict same_for_all(const Lesson& lesson, const std::string& device, Verdict verdict,
                           const std::string& message);

nlohmann::ordered_json to_json(const LessonVerdict& lesson);
LessonVerdict lesson_verdict_from(const nlohmann::ordered_json& json);

}  // namespace course
