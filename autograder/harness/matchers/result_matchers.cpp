// A refusal names the elements, who wrote them, and who should have.
#include "harness/matchers/result_matchers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "harness/matchers/launch_pattern.h"
#include "harness/running/grader_error.h"
#include "harness/text.h"

namespace harness {
namespace {

using By = ElementsWritten::By;

/// Who wrote each element of an array.
std::vector<std::vector<const ElementsWritten*>> owners_of_elements(const Outcome& run,
                                                                    std::size_t array,
                                                                    std::size_t size) {
  std::vector<std::vector<const ElementsWritten*>> owners(size);
  for (const ElementsWritten& written : run.writers) {
    if (written.array != array) continue;
    const std::size_t first = std::min(written.first, size),
                      end = first + std::min(written.count, size - first);
    for (std::size_t i = first; i < end; ++i) owners[i].push_back(&written);
  }
  return owners;
}

std::size_t elements_in(const ReturnedArray& array) {
  return (array.pages.size() - array.begin) / array.element_bytes;
}

bool is_as_before(const ReturnedArray& array, std::size_t element) {
  if (array.before == nullptr || array.before->is_poison) return false;
  const std::size_t offset = element * array.element_bytes;
  return array.before->equals(offset, array.pages.data() + array.begin + offset,
                              array.element_bytes);
}

bool same_owner(const ElementsWritten& a, const ElementsWritten& b) {
  return a.by == b.by && a.launch == b.launch;
}

/// "owner[3]", "owner[0…255]".
std::string range_words(const std::string& name, std::size_t first, std::size_t last) {
  return first == last ? fmt::format("{}[{}]", name, first)
                       : fmt::format("{}[{}…{}]", name, first, last);
}

std::string kernel_words(const Launch& launch) {
  if (launch.from_host()) return clean(launch.kernel);
  return fmt::format("{}, which {} launched", clean(launch.kernel), clean(launch.parent_kernel));
}

/// What became of the elements, without who should have written them.
std::string written_by(const Outcome& run, const ElementsWritten& owner, bool one) {
  const Launch* launch = run.launches.find(owner.launch);
  switch (owner.by) {
    case By::kGrid:
      return fmt::format("{} written by {}", one ? "was" : "were",
                         launch == nullptr ? "another grid" : kernel_words(*launch));
    case By::kSet:
      return fmt::format("{} as a memset left {}: no grid wrote {}", one ? "is" : "are",
                         one ? "it" : "them", one ? "it" : "them");
    case By::kNothing:
      return fmt::format("{} copied from device memory that no grid wrote", one ? "was" : "were");
    default:
      return fmt::format("{} computed by the host: no grid wrote {}", one ? "was" : "were",
                         one ? "it" : "them");
  }
}

}  // namespace

WroteResult WroteResult::of(std::string parent) const {
  WroteResult more = *this;
  if (more.kernels_.empty()) more.kernels_.emplace_back();
  more.kernels_.back().parent = std::move(parent);
  return more;
}

WroteResult WroteResult::launched_anywhere() const {
  WroteResult more = *this;
  more.kernels_.back().anywhere = true;
  return more;
}

WroteResult WroteResult::or_by(std::string kernel) const {
  WroteResult more = *this;
  more.kernels_.push_back({std::move(kernel), {}, false});
  return more;
}

WroteResult WroteResult::slice(std::size_t begin, std::size_t end) const {
  WroteResult part = *this;
  part.begin_ = begin;
  part.end_ = end;
  return part;
}

WroteResult WroteResult::where(Which which) const {
  WroteResult part = *this;
  part.which_ = std::move(which);
  return part;
}

WroteResult WroteResult::from_what_the_host_makes() const {
  WroteResult any = *this;
  any.host_prepares_ = true;
  return any;
}

WroteResult WroteResult::somewhere() const {
  WroteResult any = *this;
  any.somewhere_ = true;
  return any;
}

std::string WroteResult::Kernel::words() const {
  const std::string who = name.empty() ? "grids" : name;
  return parent.empty() ? who : fmt::format("{}, launched by {},", who, parent);
}

std::string WroteResult::words() const {
  std::string words;
  for (const Kernel& kernel : kernels_) words += (words.empty() ? "" : " or ") + kernel.words();
  return words.empty() ? "a grid" : words;
}

bool WroteResult::is_asked(const Outcome& run, std::size_t element) const {
  if (which_ && !which_(static_cast<int>(element))) return false;
  return !is_as_before(run.arrays[array_], element);
}

bool WroteResult::is_named(const Launch& launch, bool by_host_too) const {
  return kernels_.empty() || std::ranges::any_of(kernels_, [&](const Kernel& kernel) {
           const bool may_be = by_host_too || kernel.anywhere || kernel.name.empty();
           const LaunchPattern like = may_be ? LaunchOf(kernel.name) : Child(kernel.name);
           return like.of(kernel.parent).matches(launch);
         });
}

bool WroteResult::is_right_but_the_hosts(const Launch* launch) const {
  return launch != nullptr && is_named(*launch, true) && !is_named(*launch, false);
}

bool WroteResult::may_have_written(const Outcome& run, const Owners& owners) const {
  return std::ranges::any_of(owners, [&](const ElementsWritten* owner) {
    if (owner->by != By::kGrid) return owner->by == By::kUnknown;
    const Launch* launch = run.launches.find(owner->launch);
    return launch != nullptr && is_named(*launch, false);
  });
}

/// How many of the asked words neither repeat one of the two before nor count on from the last: as
/// what the host hands over is counted.
std::size_t WroteResult::words_that_tell(const Outcome& run) const {
  const ReturnedArray& array = run.arrays[array_];
  std::size_t count = 0;
  std::uint32_t before = 0, before_that = 0;
  for (std::size_t i = begin_; i < std::min(end_, elements_in(array)); ++i) {
    if (!is_asked(run, i)) continue;
    for (std::size_t byte = 0; byte + 4 <= array.element_bytes; byte += 4) {
      std::uint32_t word = 0;
      std::memcpy(&word, array.pages.data() + array.begin + i * array.element_bytes + byte, 4);
      if (word != before && word != before + 1 && word != before_that) ++count;
      before_that = std::exchange(before, word);
    }
  }
  return count;
}

/// Fewer words than kFew may come as arguments.
Refusal WroteResult::why_prepared(const Outcome& run) const {
  constexpr std::size_t kFew = 32;
  if (host_prepares_ || run.handed_over < kFew) return {};
  const std::size_t told = words_that_tell(run);
  if (told < kFew || run.handed_over < told / 2) return {};
  const std::string& name = run.arrays[array_].name;
  return {fmt::format("the host has made {0} words itself that it hands to the device, where {1} "
                      "holds {2} words that are not like their neighbour: a kernel that copies "
                      "them computes nothing. The task wants {3} to compute {1}",
                      run.handed_over, name, told, words()),
          {},
          0};
}

Refusal WroteResult::why_not(const Outcome& run) const {
  if (array_ >= run.arrays.size())
    throw GraderError("the check asks who wrote an array that it did not pass");
  const ReturnedArray& array = run.arrays[array_];
  const std::size_t size = elements_in(array), end = std::min(end_, size);
  const auto owners = owners_of_elements(run, array_, size);
  std::size_t asked = 0, wrong = 0, first = 0, last = 0;
  for (std::size_t i = std::min(begin_, end); i < end; ++i) {
    if (!is_asked(run, i)) continue;
    ++asked;
    if (owners[i].empty()) return {"the device did not tell who wrote " + array.name, {}, 0};
    if (may_have_written(run, owners[i])) continue;
    if (wrong++ == 0) first = last = i;
    if (last + 1 == i && same_owner(*owners[i].front(), *owners[first].front())) last = i;
  }
  if (wrong == 0 || (somewhere_ && wrong < asked)) return why_prepared(run);
  const ElementsWritten& owner = *owners[first].front();
  const Launch* launch = run.launches.find(owner.launch);
  const std::string whose =
      range_words(array.name, first, last) + " " + written_by(run, owner, first == last);
  const std::string what = asked == 1 ? "this element" : array.name;
  Refusal refusal;
  if (is_right_but_the_hosts(launch))
    refusal.why = fmt::format(
        "{}, which the host launched. The task wants {} to write {} where a kernel launches it",
        whose, words(), what);
  else
    refusal.why = fmt::format("{}. The task wants {} to write {}, and the host only to copy it",
                              whose, words(), what);
  if (wrong > last - first + 1)
    refusal.why += fmt::format("\n{} of {} elements were not written so", wrong, asked);
  if (launch != nullptr) {
    refusal.file = clean(launch->file);
    refusal.line = launch->line;
  }
  return refusal;
}

bool WroteResult::MatchAndExplain(const Outcome& run,
                                  testing::MatchResultListener* listener) const {
  if (run.report) return answer(why_not(run), listener, Cause::kValue);
  return answer({run.report_problem, {}, 0}, listener, Cause::kEnding);
}

}  // namespace harness
