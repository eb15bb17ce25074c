// Hunks are read, their places found, and filled from the last to the first.
#include "course/lesson/change.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "course/lesson/todo.h"
#include "course/lesson/toml_file.h"

namespace course {

namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;

Lines lines_without_returns(const std::string& text) {
  Lines lines = base::lines_of(text);
  for (std::string& line : lines)
    if (line.ends_with('\r')) line.pop_back();
  return lines;
}

/// A hunk that is complete goes to the others.
void add_hunk(std::vector<Hunk>& hunks, Hunk hunk, const fs::path& file) {
  if (hunk.before.empty())
    throw FileError(file, hunk.line, "no line with - or a space says where this hunk goes");
  if (hunk.before == hunk.after) throw FileError(file, hunk.line, "this hunk changes nothing");
  hunks.push_back(std::move(hunk));
}

void add_line(Hunk& hunk, const std::string& line, std::size_t number, const fs::path& file) {
  const char sign = line.empty() ? '\n' : line.front();
  if (sign != '-' && sign != '+' && sign != ' ')
    throw FileError(file, number, "a line of a hunk begins with -, + or a space");
  if (sign != '+') hunk.before.push_back(line.substr(1));
  if (sign != '-') hunk.after.push_back(line.substr(1));
}

std::string region_named_by(const std::string& line) {
  return std::string(base::trimmed(std::string_view(line).substr(2)));
}

/// Numbers of the lines of `region`, without its markers, or of all if it has no name; none
/// if there is no such region.
struct Bounds {
  std::size_t first = 0, end = 0;
};

Bounds bounds_of(const Lines& lines, const std::string& region) {
  if (region.empty()) return {0, lines.size()};
  const auto begins = std::ranges::find(lines, region, region_begun_by);
  if (begins == lines.end()) return {};
  const auto ends = std::find_if(begins, lines.end(), [&](const std::string& line) {
    return region_ended_by(line) == region;
  });
  return {static_cast<std::size_t>(begins - lines.begin()) + 1,
          static_cast<std::size_t>(ends - lines.begin())};
}

/// Where `wanted` is within the bounds.
std::vector<std::size_t> places_in(const Lines& wanted, const Lines& lines, Bounds bounds) {
  std::vector<std::size_t> places;
  for (std::size_t i = bounds.first; i + wanted.size() <= bounds.end; ++i)
    if (std::equal(wanted.begin(), wanted.end(), lines.begin() + static_cast<std::ptrdiff_t>(i)))
      places.push_back(i);
  return places;
}

std::string why_nowhere(const Hunk& hunk, const Lines& lines, Bounds bounds) {
  const std::string where = hunk.region.empty() ? "the text" : "the region " + hunk.region;
  if (!hunk.region.empty() && bounds.end == 0) return "there is no region " + hunk.region;
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(bounds.first);
  const auto end = lines.begin() + static_cast<std::ptrdiff_t>(bounds.end);
  for (const std::string& line : hunk.before)
    if (std::find(first, end, line) == end)
      return fmt::format("{} has no line \"{}\"", where, base::trimmed(line));
  return fmt::format("{} has these lines, but not one after another", where);
}

std::string why_ambiguous(const std::vector<std::size_t>& places) {
  std::string numbers;
  for (const std::size_t place : places)
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", place + 1);
  return fmt::format(
      "the text has these lines {} times, at the lines {}: name the region, @@ NAME, or add a line "
      "that stays",
      places.size(), numbers);
}

struct Found {
  std::size_t first = 0;  // of the text's lines
  const Hunk* hunk = nullptr;
  std::size_t end() const { return first + hunk->before.size(); }
};

std::vector<Found> places_of(const std::vector<Hunk>& hunks, const Lines& lines,
                             const fs::path& file) {
  std::vector<Found> all;
  for (const Hunk& hunk : hunks) {
    const Bounds bounds = bounds_of(lines, hunk.region);
    const std::vector<std::size_t> places = places_in(hunk.before, lines, bounds);
    if (places.empty()) throw FileError(file, hunk.line, why_nowhere(hunk, lines, bounds));
    if (places.size() > 1) throw FileError(file, hunk.line, why_ambiguous(places));
    all.push_back({places.front(), &hunk});
  }
  std::ranges::stable_sort(all, {}, &Found::first);
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[i].first < all[i - 1].end())
      throw FileError(
          file, all[i].hunk->line,
          fmt::format("the hunk at line {} has some of these lines, too", all[i - 1].hunk->line));
  return all;
}

}  // namespace

std::vector<Hunk> hunks_of(const std::string& change, const fs::path& file) {
  const Lines lines = lines_without_returns(change);
  std::size_t number = 1 + static_cast<std::size_t>(std::ranges::find(lines, "") - lines.begin());
  if (number >= lines.size())
    throw FileError(file, std::max<std::size_t>(1, lines.size()),
                    "no hunk follows: an empty line, then lines with - and +");
  std::vector<Hunk> hunks;
  Hunk open{number + 1, "", {}, {}};
  for (; number < lines.size(); ++number) {
    if (!lines[number].starts_with("@@")) {
      add_line(open, lines[number], number + 1, file);
      continue;
    }
    if (open.line <= number) add_hunk(hunks, std::move(open), file);
    open = {number + 1, region_named_by(lines[number]), {}, {}};
  }
  add_hunk(hunks, std::move(open), file);
  return hunks;
}

std::string changed(const std::string& text, const std::string& change, const fs::path& file) {
  const std::vector<Hunk> hunks = hunks_of(change, file);
  Lines lines = base::lines_of(text);
  const std::string end_of_new = lines.empty() || !lines.front().ends_with('\r') ? "" : "\r";
  const std::vector<Found> places = places_of(hunks, lines_without_returns(text), file);
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    Lines after = place->hunk->after;
    for (std::string& line : after) line += end_of_new;
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(place->first);
    const auto end = first + static_cast<std::ptrdiff_t>(place->hunk->before.size());
    lines.insert(lines.erase(first, end), after.begin(), after.end());
  }
  return fmt::format("{}{}", fmt::join(lines, "\n"),
                     !lines.empty() && text.ends_with('\n') ? "\n" : "");
}

}  // namespace course
