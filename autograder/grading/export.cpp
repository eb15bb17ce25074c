// What all formats share: which words stand for a check.
#include "grading/export.h"

#include <algorithm>

#include "grading/text.h"

namespace grading {
namespace {

const CheckWords* words_of(const Report& report, const CheckResult& check) {
  const auto found =
      std::find_if(report.words.begin(), report.words.end(),
                   [&](const CheckWords& words) { return words.name == check.name; });
  return found == report.words.end() ? nullptr : &*found;
}

}  // namespace

std::string title_of(const Report& report, const CheckResult& check) {
  const CheckWords* words = words_of(report, check);
  return cleaned(words == nullptr || words->what.empty() ? check.name : words->what);
}

bool is_hidden(const Report& report, const CheckResult& check) {
  const CheckWords* words = words_of(report, check);
  return words != nullptr && words->hidden;
}

std::string message_for_student(const Report& report, const CheckResult& check) {
  if (check.verdict == "passed") return {};
  if (is_hidden(report, check)) return "a check of the instructor's own, whose input is not shown";
  return cleaned(check.message);
}

}  // namespace grading
