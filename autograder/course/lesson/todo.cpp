// Marker lines and TODO comments, line by line.
#include "course/lesson/todo.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "base/text.h"
#include "course/lesson/toml_file.h"

namespace course {

namespace {

std::string trimmed(const std::string& text) { return std::string(base::trimmed(text, " \t\r")); }

/// The name in a line that is nothing but `// begin: NAME` (or `end`); empty for any other line.
std::string marker(const std::string& line, const std::string& word) {
  const std::string text = trimmed(line);
  const std::string start = "// " + word + ": ";
  return text.starts_with(start) ? trimmed(text.substr(start.size())) : "";
}

/// Takes a text line by line, and says what is wrong with its markers.
class RegionReader {
 public:
  explicit RegionReader(std::filesystem::path file) : file_(std::move(file)) {}

  void line(const std::string& text) {
    ++number_;
    const std::string begins = marker(text, "begin");
    const std::string ends = marker(text, "end");
    if (!begins.empty()) return begin(begins);
    if (!ends.empty()) return end(ends);
    if (!inside_.empty()) regions_[inside_] += text + "\n";
  }

  Regions finish() {
    if (!inside_.empty()) fail(fmt::format("// begin: {} has no // end: {}", inside_, inside_));
    return std::move(regions_);
  }

 private:
  void begin(const std::string& name) {
    if (!inside_.empty()) fail(fmt::format("// begin: {} stands inside {}", name, inside_));
    if (!regions_.emplace(name, "").second) fail(fmt::format("a second region {}", name));
    inside_ = name;
  }

  void end(const std::string& name) {
    if (name != inside_) fail(fmt::format("// end: {} has no // begin: {} before it", name, name));
    inside_.clear();
  }

  [[noreturn]] void fail(const std::string& what) const { throw FileError(file_, number_, what); }

  std::filesystem::path file_;
  Regions regions_;
  std::size_t number_ = 0;
  std::string inside_;
};

/// `text` without what opens a comment, so that the lines of one can be joined.
std::string comment_text(const std::string& line) {
  std::string text = trimmed(line);
  if (!text.starts_with("//")) return "";
  return trimmed(text.substr(text.find_first_not_of('/') == std::string::npos
                                 ? text.size()
                                 : text.find_first_not_of('/')));
}

}  // namespace

std::string region_begun_by(const std::string& line) { return marker(line, "begin"); }
std::string region_ended_by(const std::string& line) { return marker(line, "end"); }

Regions regions_of(const std::string& text) {
  Regions regions;
  std::istringstream lines(text);
  std::string inside;
  std::string region;
  for (std::string line; std::getline(lines, line);) {
    const std::string begins = marker(line, "begin");
    if (!inside.empty() && marker(line, "end") == inside) {
      regions[inside] = region;
      inside.clear();
    } else if (!begins.empty()) {
      inside = begins;
      region.clear();
    } else {
      region += line + "\n";
    }
  }
  return regions;
}

Regions whole_regions_of(const std::string& text, const std::filesystem::path& file) {
  RegionReader reader(file);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) reader.line(line);
  return reader.finish();
}

std::string with_regions(const std::string& text, const Regions& regions) {
  std::string result;
  std::istringstream lines(text);
  std::string inside;
  for (std::string line; std::getline(lines, line);) {
    if (!inside.empty() && marker(line, "end") == inside) inside.clear();
    if (!inside.empty()) continue;
    result += line + "\n";
    const std::string begins = marker(line, "begin");
    if (!regions.contains(begins)) continue;
    result += regions.at(begins);
    inside = begins;
  }
  return result;
}

std::vector<OpenTodo> open_todos(const std::string& exercise) {
  std::vector<OpenTodo> todos;
  std::istringstream lines(exercise);
  bool in_comment = false;
  std::size_t number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    const std::string comment = comment_text(line);
    const std::size_t close = comment.find("):");
    if (comment.starts_with("TODO(") && close != std::string::npos) {
      todos.push_back({comment.substr(5, close - 5), number, trimmed(comment.substr(close + 2))});
      in_comment = true;
    } else if (in_comment && !comment.empty() && marker(line, "end").empty()) {
      todos.back().text += " " + comment;
    } else {
      in_comment = false;
    }
  }
  return todos;
}

}  // namespace course
