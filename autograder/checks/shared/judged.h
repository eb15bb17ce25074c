// Judged(what, question): a matcher of a run that asks a question of this lesson only.
//
// It looks at results, so unlike the harness's matchers of launches and calls it asks on a GPU,
// too.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <utility>

#include "harness/harness.h"

namespace checks {

using namespace harness;

class Judged {
 public:
  using is_gtest_matcher = void;
  using Question = std::function<Refusal(const Outcome&)>;

  /// `question` says why the run is refused; a Refusal without words accepts it. `kind` is how
  /// surely its refusals name the cause, where they do not say so themselves (base/cause.h): a
  /// question that recognizes one mistake by its results knows more than a race does.
  Judged(std::string description, Question question, Cause kind = Cause::kValue)
      : description_(std::move(description)), question_(std::move(question)), kind_(kind) {}

  bool MatchAndExplain(const Outcome& run, testing::MatchResultListener* listener) const {
    return answer(after_fault(failed_assert(run), question_(run)), listener, kind_);
  }
  void DescribeTo(std::ostream* os) const { *os << description_; }
  void DescribeNegationTo(std::ostream* os) const { *os << "not: " << description_; }

 private:
  std::string description_;
  Question question_;
  Cause kind_;
};

/// A refusal that is about no particular line: its words, or their format and arguments. With a
/// Cause in front it says how surely it names the cause.
inline Refusal because(std::string why) { return {std::move(why), {}, 0}; }
inline Refusal because(Cause cause, std::string why) { return {std::move(why), {}, 0, cause}; }

template <typename First, typename... More>
Refusal because(fmt::format_string<First, More...> why, First&& first, More&&... more) {
  return because(fmt::format(why, std::forward<First>(first), std::forward<More>(more)...));
}

template <typename First, typename... More>
Refusal because(Cause cause, fmt::format_string<First, More...> why, First&& first,
                More&&... more) {
  return because(cause, fmt::format(why, std::forward<First>(first), std::forward<More>(more)...));
}

template <typename Place>
Refusal placed(const Place* place, Refusal refusal) {
  if (place != nullptr) refusal.file = place->file, refusal.line = place->line;
  return refusal;
}
template <typename Place>
Refusal placed(const Place& place, Refusal refusal) {
  return placed(&place, std::move(refusal));
}

/// The same about the line of a launch, a call or a diagnostic; about none if `place` is null.
Refusal refusal_at(const auto& place, std::string why) {
  return placed(place, because(std::move(why)));
}
Refusal refusal_at(const auto& place, Cause cause, std::string why) {
  return placed(place, because(cause, std::move(why)));
}

template <typename First, typename... More>
Refusal refusal_at(const auto& place, fmt::format_string<First, More...> why, First&& first,
                   More&&... more) {
  return placed(place, because(why, std::forward<First>(first), std::forward<More>(more)...));
}

template <typename First, typename... More>
Refusal refusal_at(const auto& place, Cause cause, fmt::format_string<First, More...> why,
                   First&& first, More&&... more) {
  return placed(place,
                because(cause, why, std::forward<First>(first), std::forward<More>(more)...));
}

}  // namespace checks
