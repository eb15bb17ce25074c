// Lines that go to the places that they name.
#include "course/lesson/put_together.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "course/lesson/todo.h"
#include "course/lesson/toml_file.h"

namespace course {

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t") == line.npos; }

Lines without_blank_ends(Lines lines) {
  while (!lines.empty() && is_blank(lines.back())) lines.pop_back();
  const auto first = std::ranges::find_if_not(lines, is_blank);
  lines.erase(lines.begin(), first);
  return lines;
}

constexpr std::string_view kBefore = "// before: ", kInsteadOf = "// instead of: ";

/// How many lines at the beginning are one comment.
std::size_t length_of_idea(const Lines& lines) {
  const auto end = std::ranges::find_if_not(lines, [](const std::string& line) {
    const bool says_where = line.starts_with(kBefore) || line.starts_with(kInsteadOf);
    return line.starts_with("//") && !says_where && region_begun_by(line).empty();
  });
  return static_cast<std::size_t>(end - lines.begin());
}

struct Addition {
  bool instead = false;   // of the line, not in front of it
  std::string beginning;  // of the line
  Lines text;
  std::size_t number = 0;  // where the other file says so
};

/// What a file has, taken apart.
class Pieces {
 public:
  Pieces(const std::string& other, std::filesystem::path file) : file_(std::move(file)) {
    const Lines lines = lines_of(other);
    const std::size_t idea = length_of_idea(lines);
    idea_.assign(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(idea));
    for (number_ = idea + 1; number_ <= lines.size(); ++number_) take(lines[number_ - 1]);
    close();
    if (!inside_.empty()) fail(fmt::format("// begin: {} has no // end: {}", inside_, inside_));
  }

  const Lines& idea() const { return idea_; }
  const Lines& includes() const { return includes_; }
  const Lines& namespaces() const { return namespaces_; }
  const Regions& regions() const { return regions_; }
  const std::vector<Addition>& additions() const { return additions_; }

  [[noreturn]] void fail(const std::string& what, std::size_t number = 0) const {
    throw FileError(file_, number == 0 ? number_ : number, what);
  }

 private:
  void take(const std::string& line) {
    const std::string begins = region_begun_by(line);
    if (!inside_.empty()) return take_of_region(line);
    if (!begins.empty()) return begin(begins);
    if (line.starts_with(kBefore)) return add(false, line.substr(kBefore.size()));
    if (line.starts_with(kInsteadOf)) return add(true, line.substr(kInsteadOf.size()));
    if (open_.beginning.empty() && line.starts_with("#include")) return includes_.push_back(line);
    if (open_.beginning.empty() && line.starts_with("namespace ") && line.ends_with(";"))
      return namespaces_.push_back(line);
    open_.text.push_back(line);
  }

  void take_of_region(const std::string& line) {
    if (region_ended_by(line) == inside_) return inside_.clear();
    regions_[inside_] += line + "\n";
  }

  void begin(const std::string& name) {
    if (open_.beginning.empty()) open_.beginning = "// begin: " + name;
    open_.number = open_.number == 0 ? number_ : open_.number;
    close();
    if (!regions_.emplace(name, "").second) fail("a second region " + name);
    inside_ = name;
  }

  void add(bool instead, const std::string& beginning) {
    close();
    open_ = {instead, beginning, {}, number_};
  }

  /// What has been collected goes where its marker says.
  void close() {
    open_.text = without_blank_ends(std::move(open_.text));
    if (open_.text.empty() && !open_.instead) {
      open_ = {};
      return;
    }
    if (open_.beginning.empty()) fail("no region follows, and no // before: says where this goes");
    additions_.push_back(std::move(open_));
    open_ = {};
  }

  std::filesystem::path file_;
  std::size_t number_ = 0;
  Lines idea_, includes_, namespaces_;
  Regions regions_;
  std::vector<Addition> additions_;
  std::string inside_;
  Addition open_;
};

/// The text with its regions as they are, to which pieces are added.
class Whole {
 public:
  explicit Whole(const std::string& text) : lines_(lines_of(text)) {
    std::string inside;
    for (const std::string& line : lines_) {
      if (inside == region_ended_by(line)) inside.clear();
      of_region_.push_back(!inside.empty());
      if (inside.empty()) inside = region_begun_by(line);
    }
  }

  /// Places are found before any is filled: what is added has lines of its own.
  void add(const Pieces& pieces) {
    std::vector<std::pair<std::size_t, const Addition*>> places;
    for (const Addition& addition : pieces.additions())
      places.emplace_back(place_of(addition, pieces), &addition);
    std::ranges::stable_sort(places, {}, [](const auto& place) { return place.first; });
    for (auto place = places.rbegin(); place != places.rend(); ++place)
      fill(place->first, *place->second);
    add_behind_includes("#include", with_blank_before(pieces.namespaces()));
    add_behind_includes("#include <", pieces.includes());
  }

  /// A file that does not say its idea has that of the text.
  std::string text_with_idea(const Lines& idea) const {
    const std::size_t known = idea.empty() ? 0 : length_of_idea(lines_);
    const auto rest = lines_.begin() + static_cast<std::ptrdiff_t>(known);
    std::string text;
    for (const std::string& line : idea) text += line + "\n";
    for (auto line = rest; line != lines_.end(); ++line) text += *line + "\n";
    return text;
  }

 private:
  std::size_t place_of(const Addition& addition, const Pieces& pieces) const {
    std::size_t place = lines_.size(), found = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::size_t first = lines_[i].find_first_not_of(' ');
      if (of_region_[i] || first == std::string::npos) continue;
      if (!std::string_view(lines_[i]).substr(first).starts_with(addition.beginning)) continue;
      place = i;
      ++found;
    }
    if (found != 1)
      pieces.fail(fmt::format("{} lines begin with {}", found, addition.beginning),
                  addition.number);
    return place;
  }

  void fill(std::size_t place, const Addition& addition) {
    Lines text = addition.text;
    if (!addition.instead && place > 0 && is_blank(lines_[place - 1])) text.emplace_back();
    if (addition.instead) lines_.erase(at(place));
    lines_.insert(at(place), text.begin(), text.end());
  }

  static Lines with_blank_before(Lines lines) {
    if (!lines.empty()) lines.insert(lines.begin(), "");
    return lines;
  }

  void add_behind_includes(std::string_view beginning, const Lines& added) {
    const auto last = std::find_if(lines_.rbegin(), lines_.rend(), [&](const std::string& line) {
      return line.starts_with(beginning);
    });
    lines_.insert(last.base(), added.begin(), added.end());
  }

  Lines::iterator at(std::size_t place) {
    return lines_.begin() + static_cast<std::ptrdiff_t>(place);
  }

  Lines lines_;
  std::vector<bool> of_region_;  // of the lines as they were
};

}  // namespace

std::string idea_of(const std::string& text) {
  std::string idea;
  Lines lines = lines_of(text);
  lines.resize(length_of_idea(lines));
  for (const std::string& line : lines) {
    const std::size_t words = line.find_first_not_of("/ ");
    if (words == line.npos) break;
    idea += (idea.empty() ? "" : " ") + line.substr(words);
  }
  return idea;
}

std::string put_together(const std::string& text, const std::string& pieces_of_it,
                         const std::filesystem::path& file) {
  const Pieces pieces(pieces_of_it, file);
  const Regions known = regions_of(text);
  for (const auto& [name, region] : pieces.regions())
    if (!known.contains(name)) pieces.fail("there is no region " + name);
  Whole whole(text);
  whole.add(pieces);
  return with_regions(whole.text_with_idea(pieces.idea()), pieces.regions());
}

}  // namespace course
