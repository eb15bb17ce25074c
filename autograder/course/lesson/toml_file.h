// Reads the course's TOML files so that every complaint names file and line.
#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace course {

/// Something in a file of the course is not as it must be: "lesson.toml:12: …".
class FileError : public std::runtime_error {
 public:
  FileError(const std::filesystem::path& file, std::size_t line, std::string_view what);
};

/// A table of a TOML file that knows where it stands. Asking for a key notes it; `done` complains
/// of keys that no one asked for, which are misspelt more often than not.
class Table {
 public:
  Table(const toml::table& table, const std::filesystem::path& file);

  std::string text(std::string_view key);                             ///< must be there
  std::string text_or(std::string_view key, std::string_view other);  ///< may be missing
  double number_or(std::string_view key, double other);
  std::vector<std::string> texts(std::string_view key);          ///< an array; empty when missing
  std::vector<std::string> text_or_texts(std::string_view key);  ///< one, or an array; or missing
  std::vector<Table> tables(std::string_view key);               ///< [[key]] …
  std::vector<Table> table(std::string_view key);                ///< [key]: one or none
  void done() const;

  bool has(std::string_view key) const;
  std::size_t line() const { return line_; }
  std::size_t line_of(std::string_view key) const;
  [[noreturn]] void fail(std::string_view what) const;

 private:
  const toml::node* find(std::string_view key);

  const toml::table* table_;
  std::filesystem::path file_;
  std::size_t line_;
  std::vector<std::string> asked_;
};

/// Throws FileError for what is not TOML.
toml::table parse_toml(const std::filesystem::path& file);
/// The same of the text of `file`, which is not opened.
toml::table parse_toml(const std::string& text, const std::filesystem::path& file);

}  // namespace course
