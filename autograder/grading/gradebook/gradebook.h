// The gradebook: one SQLite file with all that was handed in, every run of it, and every score that
// was ever given. Nothing in it is overwritten: a new verdict is a new run, a new score a new row,
// and the newest counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grading/gradebook/database.h"
#include "grading/intake/intake.h"
#include "grading/result.h"

namespace grading {

using SubmissionId = std::int64_t;
using RunId = std::int64_t;

/// The most bytes that are kept of a message and of a student's answer; of a longer one the
/// beginning and the end.
constexpr std::size_t kLongestMessage = 16 << 10;
constexpr std::size_t kLongestAnswer = 1 << 10;

/// The right, for some time, to grade a submission. Who holds it is the only one who does.
struct Lease {
  RunId run = 0;
  int attempt = 1;
};

/// How a run's result enters the gradebook.
enum class Counts {
  kAtOnce,     ///< it is the score from now on
  kWhenAsked,  ///< a regrade's preview: it becomes the score by `count`
};

/// Where a submission stands with some versions: its last attempt.
enum class RunState { kNone, kRunning, kDone, kFailed, kLost };

/// The score of a student's lesson that counts today.
struct Standing {
  SubmissionId submission = 0;
  std::string student, lesson;
  std::int64_t received_at = 0;
  RunId run = 0;  ///< whose checks these are; 0 while nothing is graded
  std::string verdict, message;
  int points = 0, max_points = 0;
  std::string override_reason;  ///< empty unless an instructor set the points
  std::int64_t graded_at = 0;   ///< when the score was given
  std::string grader;           ///< version of the course that graded
  Versions versions;            ///< and with what
  double seconds = 0;           ///< that grading took
  std::vector<std::string> flags;
  std::string sha256;            ///< of the submission
  std::int64_t found_at = 0;     ///< when an intake first found it, by our clock; 0: not known
  std::int64_t missing_at = 0;   ///< when the intake before that began, which did not; 0: none did
  bool dated_too_early = false;  ///< its files' times cannot be believed: early_dates.h

  /// When it was handed in, as far as we know.
  std::int64_t handed_in_at() const { return dated_too_early ? found_at : received_at; }
};

/// What the last intake that looked at a lesson could not take in of it.
struct RefusedLesson {
  std::string student;
  std::string lesson;  ///< empty, in gradebooks of long ago: all of them
  std::string why;
  bool with_all = false;  ///< not the lesson was refused but all that the student handed in
};

/// What a regrade would change.
struct Change {
  RunId run = 0;  ///< for `count`
  std::string student, lesson;
  int points_before = 0, points_after = 0, max_points = 0;
  std::string verdict_before, verdict_after;
};

class Gradebook {
 public:
  /// Opens `file` or makes it. `clock` gives seconds since 1970. Throws DatabaseError.
  explicit Gradebook(const std::filesystem::path& file,
                     std::function<std::int64_t()> clock = &Gradebook::now);

  /// Takes a submission in: it is the one that counts now. The same content of the same student is
  /// the same submission, and while no other takes its place it keeps the time at which it came.
  SubmissionId add(const Submission& submission);

  /// A lease for `seconds`, or none: when the submission is graded with these versions, or somebody
  /// else has a lease that has not run out. A lease that has run out or was released becomes a new
  /// attempt, as does a run that `give_up` ended, until that has happened `failures` times.
  std::optional<Lease> begin(SubmissionId submission, const Versions& versions,
                             const std::string& host, int seconds, int failures = 3);

  /// For a grader that begins anew: what failed by our fault, or could not be judged, with these
  /// versions is no attempt any more, unless points were set by hand since. True for the latter.
  bool try_again(SubmissionId submission, const Versions& versions);

  RunState state(SubmissionId submission, const Versions& versions) const;

  /// Takes back all leases of `host`, for a grader that begins again where it was killed. Returns
  /// how many there were. Requires: no other grader runs on `host`.
  int release(const std::string& host);

  /// The run's checks, its end and, if it counts, the score: all or nothing. False, and nothing is
  /// kept, when the lease has been given to somebody else meanwhile.
  bool finish(const Lease& lease, const Graded& graded, Counts counts = Counts::kAtOnce);

  /// Grading failed, by no fault of the student: no score.
  void give_up(const Lease& lease, const std::string& why);

  /// What runs with `versions` that do not count yet would change, by student and lesson.
  std::vector<Change> preview(const Versions& versions) const;
  /// Makes the run's result the score.
  /// Requires: the run is finished; else throws std::invalid_argument.
  void count(RunId run);

  /// An instructor's word.
  /// Requires: a reason, a submission that has a score, and points from 0 to its max_points; else
  /// throws std::invalid_argument.
  void override_points(SubmissionId submission, int points, const std::string& reason);

  /// For every student and lesson the submission that was taken in last and its score, by student
  /// and lesson. What its files say of their age decides nothing, but has a flag where they are
  /// older than what was taken in before, or than an intake that did not find it; and another where
  /// points that were set by hand are an earlier version's.
  std::vector<Standing> standings() const;
  std::vector<CheckResult> checks(RunId run) const;
  std::vector<QuizResult> quiz(RunId run) const;
  /// Submissions whose last attempt failed by our fault, with the reason.
  std::vector<Standing> ungraded() const;

  /// Who is in the class: these too, from now on.
  void enroll(const std::vector<std::string>& students);
  std::vector<std::string> students() const;
  /// What could not be taken in now, for these lessons; what was noted of them before is forgotten.
  /// Beside a score it is among the flags of `standings`: an earlier version counts.
  void note_refusals(const std::vector<Refused>& refused, const std::vector<std::string>& lessons);
  std::vector<RefusedLesson> refusals() const;
  /// What an instructor should look at of what was taken in now, for these lessons; what was noted
  /// of them before is forgotten. `standings` has it among the flags.
  void note_doubts(const std::vector<Doubt>& doubts, const std::vector<std::string>& lessons);
  /// Files that were taken for nobody's this time; what was noted before is forgotten.
  void note_strays(const std::vector<std::string>& files);
  std::vector<std::string> strays() const;
  /// Sentences about what lies in the class's folder as a whole; those of before are forgotten.
  void note_class(const std::vector<std::string>& sentences);
  /// With those about the times of its files (early_dates.h).
  std::vector<std::string> notes() const;
  /// An intake that began at `begun` found these lessons in the class's folder, and has added what
  /// it took in of them.
  void note_intake(const std::vector<std::string>& lessons, std::int64_t begun);

  /// How many runs have come to an end, by whatever verdict that was not our fault.
  std::int64_t finished() const;

  static std::int64_t now();

 private:
  void enter_score(RunId run);
  std::vector<Standing> newest() const;
  void add_notes(std::vector<Standing>& standings) const;
  void flag_points_left_behind(std::vector<Standing>& standings) const;

  mutable Database database_;
  std::function<std::int64_t()> clock_;
};

}  // namespace grading
