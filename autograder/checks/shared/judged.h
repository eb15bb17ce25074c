// Judged(what, question): a matcher of a run that asks a question of this lesson only.
//
// It looks at results, so unlike the harness's matchers of launches and calls it asks on a GPU,
// too.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "harness/harness.h"

namespace checks {

class Judged {
 public:
  using is_gtest_matcher = void;
  using Question = std::function<harness::Refusal(const harness::Outcome&)>;

  /// `question` says why the run is refused; a Refusal without words accepts it. `kind` is how
  /// surely its refusals name the cause, where they do not say so themselves (base/cause.h): a
  /// question that recognises one mistake by its results knows more than a race does.
  Judged(std::string description, Question question, Cause kind = Cause::kValue)
      : description_(std::move(description)), question_(std::move(question)), kind_(kind) {}

  bool MatchAndExplain(const harness::Outcome& run, testing::MatchResultListener* listener) const {
    return harness::answer(question_(run), listener, kind_);
  }
  void DescribeTo(std::ostream* os) const { *os << description_; }
  void DescribeNegationTo(std::ostream* os) const { *os << "not: " << description_; }

 private:
  std::string description_;
  Question question_;
  Cause kind_;
};

/// A refusal that is about no particular line.
inline harness::Refusal because(std::string why, std::optional<Cause> cause = std::nullopt) {
  return {std::move(why), {}, 0, cause};
}

}  // namespace checks
