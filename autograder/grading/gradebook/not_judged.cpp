// One verdict in place of another.
#include "grading/gradebook/not_judged.h"

#include <fmt/format.h>

namespace grading {

Graded not_judged(Graded graded, int tries) {
  const std::string why =
      fmt::format("{}: each of {} tries failed, while others were graded. The last one said: {}",
                  kNotJudged, tries, graded.message);
  graded.verdict = "failed";
  graded.message = why;
  graded.points = 0;
  for (CheckResult& check : graded.checks) {
    check.verdict = "failed";
    check.message = why;
    check.points = 0;
  }
  graded.flags.push_back(fmt::format("{}: read its source and what the tries said", kNotJudged));
  return graded;
}

bool may_be_its_own(const Graded& graded) { return !graded.checks.empty(); }

bool is_not_judged(std::string_view flag) { return flag.starts_with(kNotJudged); }

}  // namespace grading
