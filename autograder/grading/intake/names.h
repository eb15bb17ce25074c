// Names that come from outside: of students, folders, files in archives.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace grading {

/// What students hand in, next to answers.toml.
inline constexpr const char* kExercise = "exercise.cu";

/// ASCII letters only: for names that programs give.
std::string in_small_letters(std::string text);

/// Why a student's folder or archive must not have this name, or empty: at most 100 bytes of UTF-8
/// without control characters, slashes and backslashes, not beginning with '-', '@' or '.' (which
/// commands and file systems take for something else).
std::string odd_name(std::string_view name);

/// The most bytes that `shown_name` returns, unless it is told otherwise.
constexpr std::size_t kLongestShownName = 300;

/// For terminals, pages and tables. Deceptive characters (utf8.h) and bytes that are no UTF-8 as
/// \x1b; characters that show nothing, or that look like a blank, as \u{ad}, and so are marks
/// beyond those that a letter may have (combining_marks.h). A joiner stays where its script needs
/// it. Of a longer name the beginning and the end, with its number of bytes and a part of its hash
/// between them, so that no two are shown alike for being long.
std::string shown_name(std::string_view name, std::size_t longest = kLongestShownName);

/// The same with every character outside of ASCII as \u{eb}: for names that look like another.
std::string spelled_name(std::string_view name);

/// How the name looks to somebody who takes no notice of case, accents taken from their letters,
/// without blanks at the ends and characters that show nothing, and with Latin letters for those of
/// Cyrillic and Greek that look the same. Two names with the same looks can be mistaken for each
/// other.
std::string looks_of(std::string_view name);

/// Whether it is written in ASCII that shows: a name that nobody has chosen for its looks.
bool is_plain(const std::string& name);

/// The names that can be mistaken for others of them, each with one of those, a plain one if there
/// is any. Takes no longer where very many look alike. Alike are names that differ
/// in nothing but case, blanks at the ends, characters that show nothing, and letters that look the
/// same in whatever script (UTS 39), such as l, I and 1; accents count. Alike are, too, those that
/// are one number to a spreadsheet: 123 and 00123.
std::map<std::string, std::string> names_alike(const std::vector<std::string>& names);

/// How the students of a class are shown: each by `shown_name`, but those that look like another
/// student by `spelled_name`.
class ShownNames {
 public:
  explicit ShownNames(const std::vector<std::string>& names);
  /// For a student who is not in the class, `shown_name`.
  std::string operator()(const std::string& name) const;

 private:
  std::map<std::string, std::string> spelled_;
};

/// Whether Windows takes a file of this name, and as that one: it is no device, has none of
/// < > : " / \ | ? * and no control characters, ends with no full stop or blank, and is no short
/// form of another name (LONGNA~1).
bool can_be_saved(std::string_view name);

/// A file's name for whatever a student is called: lower-case letters, digits and "-_." as they
/// are; for other names, and for those that Windows would not take, the same with '-' for the rest,
/// and a part of its hash behind '~', so that no two students have the same file, not even where
/// case does not count.
std::string file_name_of(std::string_view name);

}  // namespace grading
