// Where wrong elements lie and what they look like, in words.
#include "harness/matchers/elements.h"

#include <fmt/format.h>

namespace harness {
namespace {

using Places = std::vector<std::size_t>;

bool is_contiguous(const Places& wrong) { return wrong.back() - wrong.front() + 1 == wrong.size(); }

// The distance between neighbors when it is the same everywhere, else 0.
std::size_t common_step(const Places& places) {
  const std::size_t step = places[1] - places[0];
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i] - places[i - 1] != step) return 0;
  }
  return step;
}

Places all_but(const Places& wrong, std::size_t size) {
  Places right;
  auto next = wrong.begin();
  for (std::size_t i = 0; i < size; ++i) {
    if (next != wrong.end() && *next == i) {
      ++next;
    } else {
      right.push_back(i);
    }
  }
  return right;
}

std::string list(const Places& places) {
  std::string text;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::string_view joint = i == 0 ? "" : i + 1 == places.size() ? " and " : ", ";
    text += fmt::format("{}{}", joint, places[i]);
  }
  return text;
}

std::string ordinal(std::size_t n) {
  const std::size_t teens = n % 100;
  const bool is_teen = teens >= 11 && teens <= 13;
  const std::string_view suffix = is_teen       ? "th"
                                  : n % 10 == 1 ? "st"
                                  : n % 10 == 2 ? "nd"
                                  : n % 10 == 3 ? "rd"
                                                : "th";
  return fmt::format("{}{}", n, suffix);
}

std::string pattern(const Places& wrong, std::size_t size) {
  if (is_contiguous(wrong)) {
    if (wrong.back() + 1 == size) return fmt::format(": every one from {} on", wrong.front());
    if (wrong.front() == 0) return fmt::format(": every one up to {}", wrong.back());
    return fmt::format(": those from {} to {}", wrong.front(), wrong.back());
  }
  if (wrong.size() <= 3) return fmt::format(": {}", list(wrong));
  const Places right = all_but(wrong, size);
  if (right.size() <= 3) return fmt::format(": all but {}", list(right));
  const std::size_t step = common_step(wrong);
  if (step != 0) return fmt::format(": every {} from {} on", ordinal(step), wrong.front());
  const std::size_t right_step = common_step(right);
  if (right_step == 1) {
    return fmt::format(": all but those from {} to {}", right.front(), right.back());
  }
  if (right_step != 0) {
    return fmt::format(": all but {}, {}, {}, … (every {})", right[0], right[1], right[2],
                       ordinal(right_step));
  }
  return fmt::format(", between {} and {}", wrong.front(), wrong.back());
}

}  // namespace

std::string describe_wrong_places(const Places& wrong, std::size_t size) {
  if (wrong.size() == size) {
    return size == 1 ? "it is the only element" : fmt::format("all {} elements are wrong", size);
  }
  if (wrong.size() == 1) {
    const std::string_view place = wrong[0] + 1 == size ? ", the last"
                                   : wrong[0] == 0      ? ", the first"
                                                        : "";
    return fmt::format("it is the only wrong one of {} elements{}", size, place);
  }
  return fmt::format("{} of {} elements are wrong{}", wrong.size(), size, pattern(wrong, size));
}

std::string describe_resemblance(const Resemblance& r) {
  if (r.untouched_output) return "none of them was ever written";
  if (r.untouched_inout) return "all of them are as they were before the call: nothing wrote them";
  if (r.added_to_poison) {
    return "the right value was added to what was there before the call: set the "
           "result to 0 before you add to it";
  }
  if (r.zero) return "all of them are 0";
  if (r.doubled) return "all of them are twice what they should be: was something done twice?";
  if (r.shifted_left) return "each holds what belongs one place further right (off by one?)";
  if (r.shifted_right) return "each holds what belongs one place further left (off by one?)";
  if (r.permuted) return "the right values are there, in other places";
  return {};
}

}  // namespace harness
