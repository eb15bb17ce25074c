// The marks of Unicode, and what does not end a letter's marks.
#include "grading/intake/combining_marks.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace grading {
namespace {

using Span = std::pair<std::uint32_t, std::uint32_t>;

constexpr Span kMarks[] = {
#include "grading/intake/combining_marks.inc"
};

// Joiners, soft hyphens, fillers: marks after one of them are drawn on the letter before it.
bool takes_no_place(std::uint32_t code) {
  constexpr Span kNoPlace[] = {{0xad, 0xad},       {0x115f, 0x1160},   {0x200b, 0x200f},
                               {0x202a, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},
                               {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
                               {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
  return std::ranges::any_of(
      kNoPlace, [code](const Span& span) { return span.first <= code && code <= span.second; });
}

// Hebrew, Tibetan and Burmese.
int most_marks_of(std::uint32_t letter) {
  constexpr int kMost = 2, kMostOfRichScripts = 4;
  const bool is_rich =
      (letter >= 0x590 && letter <= 0x5ff) || (letter >= 0xf00 && letter <= 0x109f);
  return is_rich ? kMostOfRichScripts : kMost;
}

}  // namespace

bool is_combining_mark(std::uint32_t code) {
  const Span* found =
      std::lower_bound(std::begin(kMarks), std::end(kMarks), code,
                       [](const Span& span, std::uint32_t wanted) { return span.second < wanted; });
  return found != std::end(kMarks) && found->first <= code;
}

bool MarkCounter::is_too_many(std::uint32_t code) {
  if (is_combining_mark(code)) return ++marks_ > most_;
  if (takes_no_place(code)) return false;
  marks_ = 0;
  most_ = most_marks_of(code);
  return false;
}

}  // namespace grading
