// A refusal names the elements, who wrote them, and who should have.
#include "harness/matchers/result_matchers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "emulator/device/border/handed_over/information.h"
#include "harness/matchers/finished.h"
#include "harness/running/grader_error.h"
#include "harness/text.h"

namespace harness {
namespace {

using By = ElementsWritten::By;

using Owners = std::span<const ElementsWritten* const>;

/// Who wrote each element of an array.
class OwnersOfElements {
 public:
  OwnersOfElements(const Outcome& run, std::size_t array, std::size_t size) : begins_(size + 1) {
    each(run, array, [this](const ElementsWritten&, std::size_t i) { ++begins_[i]; });
    std::exclusive_scan(begins_.begin(), begins_.end(), begins_.begin(), std::size_t{0});
    owners_.resize(begins_.back());
    std::vector<std::size_t> next = begins_;
    each(run, array,
         [&](const ElementsWritten& owner, std::size_t i) { owners_[next[i]++] = &owner; });
  }

  Owners operator[](std::size_t i) const {
    return Owners(owners_).subspan(begins_[i], begins_[i + 1] - begins_[i]);
  }

 private:
  template <class Use>
  void each(const Outcome& run, std::size_t array, Use&& use) const {
    const std::size_t size = begins_.size() - 1;
    for (const ElementsWritten& written : run.writers) {
      if (written.array != array) continue;
      const std::size_t first = std::min(written.first, size),
                        end = first + std::min(written.count, size - first);
      for (std::size_t i = first; i < end; ++i) use(written, i);
    }
  }

  std::vector<std::size_t> begins_;  // in owners_, of each element's; and the end
  std::vector<const ElementsWritten*> owners_;
};

std::size_t elements_in(const ReturnedArray& array) {
  return (array.pages.size() - array.begin) / array.element_bytes;
}

bool is_as_before(const ReturnedArray& array, std::size_t element) {
  if (array.before == nullptr || array.before->is_poison) return false;
  const std::size_t offset = element * array.element_bytes;
  return array.before->equals(offset, array.pages.data() + array.begin + offset,
                              array.element_bytes);
}

std::vector<bool> copied_elements(const Outcome& run, std::size_t array, std::size_t size) {
  std::vector<bool> copied(size);
  for (const CopiedElements& some : run.copied)
    for (std::size_t i = 0; some.array == array && i < some.count; ++i)
      if (some.first + i < size) copied[some.first + i] = true;
  return copied;
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
    case By::kChosen:
      return fmt::format(
          "{} put there by the host: grids wrote every value that {} could have, "
          "where the host could read it, but nowhere in this order",
          one ? "was" : "were", one ? "it" : "they");
    default:
      return fmt::format("{} computed by the host: no grid wrote {}", one ? "was" : "were",
                         one ? "it" : "them");
  }
}

}  // namespace

WroteResult::Kernel& WroteResult::last_kernel() {
  if (kernels_.empty()) kernels_.emplace_back();
  return kernels_.back();
}

WroteResult WroteResult::of(std::string parent) const {
  WroteResult more = *this;
  more.last_kernel().parent = std::move(parent);
  return more;
}

WroteResult WroteResult::on_device(int device) const {
  WroteResult more = *this;
  more.last_kernel().device = device;
  return more;
}

WroteResult WroteResult::at_depth(int depth) const {
  WroteResult more = *this;
  more.last_kernel().depth = depth;
  return more;
}

WroteResult WroteResult::launched_anywhere() const {
  WroteResult more = *this;
  more.kernels_.back().anywhere = true;
  return more;
}

WroteResult WroteResult::or_by(std::string kernel) const {
  WroteResult more = *this;
  more.kernels_.emplace_back(std::move(kernel));
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

WroteResult WroteResult::allowing_host_values() const {
  WroteResult any = *this;
  any.host_prepares_ = true;
  return any;
}

WroteResult WroteResult::without_host_values() const {
  WroteResult strict = *this;
  strict.no_host_values_ = true;
  return strict;
}

WroteResult WroteResult::somewhere() const {
  WroteResult any = *this;
  any.somewhere_ = true;
  return any;
}

std::string WroteResult::Kernel::words() const {
  std::string who = name.empty() ? "grids" : name;
  if (device) who += fmt::format(" on device {}", *device);
  if (depth) who += fmt::format(" at depth {}", *depth);
  return parent.empty() ? who : fmt::format("{}, launched by {},", who, parent);
}

std::string WroteResult::Kernel::place_of(const Launch& launch) const {
  std::string place;
  if (device) place += fmt::format(" on device {}", launch.device);
  if (depth) place += fmt::format(" at depth {}", launch.depth);
  return place;
}

LaunchPattern WroteResult::Kernel::pattern(bool by_host_too) const {
  const bool may_be = by_host_too || anywhere || name.empty();
  LaunchPattern like = (may_be ? LaunchOf(name) : Child(name)).of(parent);
  if (device) like = like.on_device(*device);
  if (depth) like = like.at_depth(*depth);
  return like;
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
           return kernel.pattern(by_host_too).matches(launch);
         });
}

bool WroteResult::is_right_but_the_hosts(const Launch* launch) const {
  return launch != nullptr && is_named(*launch, true) && !is_named(*launch, false);
}

bool WroteResult::may_have_written(const Outcome& run, const ElementsWritten& some) const {
  if (some.by != By::kGrid) return false;
  const Launch* launch = run.launches.find(some.launch);
  return launch != nullptr && is_named(*launch, false);
}

struct WroteResult::Told {
  emu::Information words;
  std::size_t elements = 0;  // that are not like the one before
  std::size_t copied = 0;    // of these
};

/// Of the asked elements.
WroteResult::Told WroteResult::told_by(const Outcome& run) const {
  const ReturnedArray& array = run.arrays[array_];
  const std::byte* const bytes = array.pages.data() + array.begin;
  const std::vector<bool> is_copied = copied_elements(run, array_, elements_in(array));
  Told told;
  const std::byte* before = nullptr;
  for (std::size_t i = begin_; i < std::min(end_, elements_in(array)); ++i) {
    if (!is_asked(run, i)) continue;
    const std::byte* const element = bytes + i * array.element_bytes;
    for (std::size_t at = 0; at < array.element_bytes; at += sizeof(std::uint32_t)) {
      std::uint32_t word = 0;
      std::memcpy(&word, element + at, std::min(sizeof word, array.element_bytes - at));
      told.words.add(word);
    }
    const bool is_new = before == nullptr || std::memcmp(before, element, array.element_bytes) != 0;
    told.elements += is_new ? 1 : 0;
    told.copied += is_new && is_copied[i] ? 1 : 0;
    before = element;
  }
  return told;
}

/// How much of the host's own is too much for what results of so many bits tell. Where something
/// may be prepared, a host may bring what it was given into another order or form.
std::size_t too_many_bits(std::size_t bits, bool no_host_values) {
  constexpr std::size_t kFewBits = 512, kLeastToAsk = 2048;
  if (no_host_values && bits >= kFewBits) return kFewBits + bits / 2;
  return bits >= kLeastToAsk ? 2 * kFewBits + bits : std::numeric_limits<std::size_t>::max();
}

/// Fewer elements may be so by accident.
Refusal WroteResult::why_prepared(const Outcome& run) const {
  constexpr std::size_t kFew = 8;
  if (host_prepares_) return {};
  const Told told = told_by(run);
  const std::string& name = run.arrays[array_].name;
  if (told.copied >= kFew && 2 * told.copied >= told.elements)
    return {fmt::format("the host has made {} of {} elements of {}, or numbers just like them, and "
                        "has handed them to the device: a kernel that copies them computes "
                        "nothing. The task wants {} to compute {}",
                        told.copied, told.elements, name, words(), name),
            {},
            0};
  const std::size_t bits = told.words.bits();
  const HandedOver& handed_over = run.handed_over;
  const std::size_t made = no_host_values_ ? handed_over.all : handed_over.in_memory;
  if (made < too_many_bits(bits, no_host_values_)) return {};
  return {fmt::format("the host has made {} bits itself that it hands to the device, where {} "
                      "holds {}: a kernel that copies them computes nothing. The task wants {} to "
                      "compute {}, and nothing like that is for the host to prepare",
                      made, name, bits, words(), name),
          {},
          0};
}

Refusal WroteResult::why_not(const Outcome& run) const {
  if (array_ >= run.arrays.size())
    throw GraderError("the check asks who wrote an array that it did not pass");
  const ReturnedArray& array = run.arrays[array_];
  const std::size_t size = elements_in(array), end = std::min(end_, size);
  const OwnersOfElements owners(run, array_, size);
  std::set<const ElementsWritten*> right;
  for (const ElementsWritten& some : run.writers)
    if (some.array == array_ && may_have_written(run, some)) right.insert(&some);
  const auto is_right = [&](const ElementsWritten* owner) { return right.contains(owner); };
  std::size_t asked = 0, wrong = 0, first = 0, last = 0;
  for (std::size_t i = std::min(begin_, end); i < end; ++i) {
    if (!is_asked(run, i)) continue;
    ++asked;
    if (owners[i].empty() || owners[i].front()->by == By::kUnknown)
      return {"the device did not tell who wrote " + array.name, {}, 0};
    if (std::ranges::any_of(owners[i], is_right)) continue;
    if (wrong++ == 0) first = last = i;
    if (last + 1 == i && same_owner(*owners[i].front(), *owners[first].front())) last = i;
  }
  if (wrong == 0 || (somewhere_ && wrong < asked)) return why_prepared(run);
  const ElementsWritten& owner = *owners[first].front();
  const Launch* launch = run.launches.find(owner.launch);
  std::string whose =
      range_words(array.name, first, last) + " " + written_by(run, owner, first == last);
  if (launch != nullptr && !kernels_.empty()) whose += kernels_.back().place_of(*launch);
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
  if (run.report)
    return answer(after_fault(failed_assert(run), why_not(run)), listener, Cause::kValue);
  return answer({run.report_problem, {}, 0}, listener, Cause::kEnding);
}

}  // namespace harness
