// Entries of mutants.toml.
#include "course/proof/mutants/accepted_mutants.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/lesson/toml_file.h"

namespace course::mutants {

namespace {

constexpr std::size_t kFewestWordsOfAReason = 4;

std::size_t words_in(const std::string& text) {
  std::size_t words = text.empty() ? 0 : 1;
  for (const char c : text) words += c == ' ' ? 1 : 0;
  return words;
}

std::vector<std::string> without_blanks(std::vector<std::string> texts) {
  for (std::string& text : texts) text = joined_blanks(text);
  return texts;
}

/// A star at the beginning or the end of a pattern stands for any text.
bool fits(const std::string& pattern, const std::string& text) {
  if (pattern == text) return true;
  if (pattern.starts_with('*')) return text.ends_with(pattern.substr(1));
  return pattern.ends_with('*') && text.starts_with(pattern.substr(0, pattern.size() - 1));
}

bool one_fits(const std::vector<std::string>& patterns, const std::string& text) {
  return patterns.empty() ||
         std::ranges::any_of(patterns, [&](const auto& pattern) { return fits(pattern, text); });
}

AcceptedMutant read(Table& table, bool is_equivalent, const std::filesystem::path& file) {
  AcceptedMutant entry;
  entry.is_equivalent = is_equivalent;
  entry.toml_line = table.line();
  entry.file = table.text_or("file", "exercise.cu");
  entry.change = table.text("operator");
  entry.lines = without_blanks(table.text_or_texts("line"));
  entry.from = without_blanks(table.text_or_texts("from"));
  entry.to = without_blanks(table.text_or_texts("to"));
  if (entry.lines.empty() && entry.to.empty()) {
    table.fail("\"line\" is missing here: only an entry with \"to\" may hold for all lines");
  }
  if (const double number = table.number_or("occurrence", 0); table.has("occurrence")) {
    if (number < 1) {
      throw FileError(file, table.line_of("occurrence"), "\"occurrence\" counts from 1");
    }
    entry.occurrence = static_cast<std::size_t>(number);
  }
  entry.reason = joined_blanks(table.text("reason"));
  if (words_in(entry.reason) < kFewestWordsOfAReason) {
    throw FileError(file, table.line_of("reason"),
                    "\"reason\" must be a sentence that says why no check can fail");
  }
  table.done();
  return entry;
}

std::string quoted(const std::string& text) {
  if (text.find('\'') == std::string::npos) return "'" + text + "'";
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return "\"" + escaped + "\"";
}

}  // namespace

bool AcceptedMutant::holds_for(const Mutant& mutant) const {
  return (file == "*" || file == mutant.file) && change == mutant.change &&
         (lines.empty() || std::ranges::find(lines, mutant.line_text) != lines.end()) &&
         one_fits(from, mutant.from) && one_fits(to, joined_blanks(mutant.to)) &&
         (!occurrence || *occurrence == mutant.occurrence);
}

std::vector<AcceptedMutant> load_accepted(const std::filesystem::path& file) {
  std::vector<AcceptedMutant> accepted;
  if (!std::filesystem::exists(file)) return accepted;
  const toml::table parsed = parse_toml(file);
  Table table(parsed, file);
  for (Table& entry : table.tables("equivalent")) accepted.push_back(read(entry, true, file));
  for (Table& entry : table.tables("survivor")) accepted.push_back(read(entry, false, file));
  table.done();
  return accepted;
}

const AcceptedMutant* accepted_as(const std::vector<AcceptedMutant>& accepted,
                                  const Mutant& mutant) {
  for (const AcceptedMutant& entry : accepted) {
    if (entry.holds_for(mutant)) return &entry;
  }
  return nullptr;
}

std::string entry_for(const Mutant& mutant) {
  return fmt::format(
      "[[equivalent]]\nfile = {}\noperator = {}\nline = {}\nfrom = {}\nto = {}\noccurrence = {}\n"
      "reason = \"\"\n",
      quoted(mutant.file), quoted(mutant.change), quoted(mutant.line_text), quoted(mutant.from),
      quoted(joined_blanks(mutant.to)), mutant.occurrence);
}

}  // namespace course::mutants
