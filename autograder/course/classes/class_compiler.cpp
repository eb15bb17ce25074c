// The key of a text is all that its library is made from.
#include "course/classes/class_compiler.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "course/course.h"
#include "course/given/lesson_code.h"
#include "grading/intake/sha256.h"

namespace course {

namespace fs = std::filesystem;

namespace {

/// What is not compiled at all.
std::shared_ptr<const Compiled> refused(const std::string& complaint) {
  Compiled compiled;
  compiled.complaint = complaint;
  compiled.for_all_alike = true;
  return std::make_shared<const Compiled>(std::move(compiled));
}

void add_text(grading::Sha256& hash, const fs::path& file) {
  if (fs::exists(file)) hash.add(file.filename().string()).add(read_file(file));
}

}  // namespace

ClassCompiler::ClassCompiler(const Isolation& isolation, ClassCompilerRules rules)
    : isolation_(isolation),
      rules_(std::move(rules)),
      exercises_(isolation.libraries(), rules_.kept) {}

std::shared_ptr<const Compiled> ClassCompiler::compiled(const Lesson& lesson,
                                                        const JudgedText& text, int slot,
                                                        const std::stop_token& stop) {
  if (!text.complaint().empty()) return refused(text.complaint());
  return exercises_.get(key_of(lesson, text.source()), [&](const fs::path& library) {
    try {
      return compiled_in_given_code(lesson, text.source(), library, slot, stop);
    } catch (const std::exception& error) {
      Compiled failed;
      failed.our_fault = true;
      failed.complaint = error.what();
      return failed;
    }
  });
}

std::string ClassCompiler::key_of(const Lesson& lesson, const fs::path& source) const {
  grading::Sha256 hash;
  hash.add(rules_.toolchain).add(lesson.name);
  add_text(hash, source);
  for (const fs::path& header : isolation_.headers_of(lesson)) add_text(hash, header);
  if (looks_at_given_code(lesson)) add_text(hash, lesson.folder / "skeleton.cu");
  return hash.digits();
}

bool ClassCompiler::looks_at_given_code(const Lesson& lesson) const {
  return rules_.in_given_code && has_given_code(lesson);
}

Compiled ClassCompiler::compiled_in_given_code(const Lesson& lesson, const fs::path& source,
                                               const fs::path& library, int slot,
                                               const std::stop_token& stop) {
  Compiled compiled = isolation_.compile(lesson, source, library, slot, stop);
  if (!compiled.ok || !looks_at_given_code(lesson)) return compiled;
  const std::string tokens = std::exchange(compiled.tokens, "");
  compiled.complaint =
      JudgedText::complaint_about(lesson, skeleton_tokens(lesson, slot, stop), tokens);
  compiled.ok = compiled.complaint.empty();
  compiled.for_all_alike = !compiled.ok;
  return compiled;
}

std::string ClassCompiler::skeleton_tokens(const Lesson& lesson, int slot,
                                           const std::stop_token& stop) {
  {
    const std::lock_guard lock(comparing_);
    if (skeletons_.contains(lesson.name)) return skeletons_[lesson.name];
  }
  const JudgedText text(lesson, lesson.folder / "skeleton.cu", isolation_.judges());
  const fs::path library =
      isolation_.libraries() / fmt::format("skeleton-{}-{}.so", lesson.name, slot);
  const Compiled compiled = isolation_.compile(lesson, text.source(), library, slot, stop);
  fs::remove(library);
  if (!compiled.ok)
    throw std::runtime_error(fmt::format("{}/skeleton.cu does not compile: {}{}", lesson.name,
                                         text.complaint(), compiled.complaint));
  const std::lock_guard lock(comparing_);
  return skeletons_[lesson.name] = compiled.tokens;
}

}  // namespace course
