// Typed look-ups with line numbers.
#include "course/lesson/toml_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/course.h"

namespace course {

FileError::FileError(const std::filesystem::path& file, std::size_t line, std::string_view what)
    : std::runtime_error(fmt::format("{}:{}: {}", file.string(), line, what)) {}

Table::Table(const toml::table& table, const std::filesystem::path& file)
    : table_(&table), file_(file), line_(std::max<std::size_t>(1, table.source().begin.line)) {}

const toml::node* Table::find(std::string_view key) {
  asked_.emplace_back(key);
  return table_->get(key);
}

bool Table::has(std::string_view key) const { return table_->get(key) != nullptr; }

std::size_t Table::line_of(std::string_view key) const {
  const toml::node* node = table_->get(key);
  return node == nullptr ? line_ : node->source().begin.line;
}

void Table::fail(std::string_view what) const { throw FileError(file_, line_, what); }

std::string Table::text(std::string_view key) {
  if (find(key) == nullptr) fail(fmt::format("\"{}\" is missing here", key));
  return text_or(key, "");
}

std::string Table::text_or(std::string_view key, std::string_view other) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::string(other);
  const auto value = node->value_exact<std::string>();
  if (!value) throw FileError(file_, line_of(key), fmt::format("\"{}\" must be a text", key));
  return *value;
}

double Table::number_or(std::string_view key, double other) {
  const toml::node* node = find(key);
  if (node == nullptr) return other;
  const auto value = node->is_number() ? node->value<double>() : std::nullopt;
  if (!value) throw FileError(file_, line_of(key), fmt::format("\"{}\" must be a number", key));
  return *value;
}

std::vector<std::string> Table::texts(std::string_view key) {
  std::vector<std::string> result;
  const toml::node* node = find(key);
  if (node == nullptr) return result;
  const std::string complaint = fmt::format("\"{}\" must be a list of texts", key);
  if (!node->is_array()) throw FileError(file_, line_of(key), complaint);
  for (const toml::node& element : *node->as_array()) {
    const auto value = element.value_exact<std::string>();
    if (!value) throw FileError(file_, element.source().begin.line, complaint);
    result.push_back(*value);
  }
  return result;
}

std::vector<std::string> Table::text_or_texts(std::string_view key) {
  const toml::node* node = find(key);
  return node != nullptr && node->is_string() ? std::vector{text(key)} : texts(key);
}

std::vector<Table> Table::tables(std::string_view key) {
  std::vector<Table> result;
  const toml::node* node = find(key);
  if (node == nullptr) return result;
  const std::string complaint = fmt::format("\"{0}\" must be written as [[{0}]]", key);
  if (!node->is_array()) throw FileError(file_, line_of(key), complaint);
  for (const toml::node& element : *node->as_array()) {
    if (!element.is_table()) throw FileError(file_, element.source().begin.line, complaint);
    result.emplace_back(*element.as_table(), file_);
  }
  return result;
}

std::vector<Table> Table::table(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  if (!node->is_table()) {
    throw FileError(file_, line_of(key), fmt::format("\"{0}\" must be written as [{0}]", key));
  }
  return {Table(*node->as_table(), file_)};
}

void Table::done() const {
  for (const auto& [key, node] : *table_) {
    if (std::find(asked_.begin(), asked_.end(), key.str()) == asked_.end()) {
      throw FileError(file_, key.source().begin.line,
                      fmt::format("\"{}\" is not a name that belongs here", key.str()));
    }
  }
}

namespace {

constexpr std::size_t kMostBytes = 1 << 20;
constexpr int kMostDots = 64;

/// The parser calls itself for each part of a key. A key has no line breaks, and no
/// honest line outside a comment has so many dots.
void refuse_deep_keys(std::string_view text, const std::filesystem::path& file) {
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::string_view one = text.substr(0, text.find('\n'));
    const std::size_t first = one.find_first_not_of(" \t");
    const bool is_comment = first != std::string_view::npos && one[first] == '#';
    if (!is_comment && std::ranges::count(one, '.') > kMostDots)
      throw FileError(file, line, fmt::format("a line has more than {} dots", kMostDots));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
  }
}

}  // namespace

toml::table parse_toml(const std::filesystem::path& file) {
  return parse_toml(read_file(file), file);
}

toml::table parse_toml(const std::string& text, const std::filesystem::path& file) {
  if (text.size() > kMostBytes) throw FileError(file, 1, "the file has more than 1 MB");
  refuse_deep_keys(text, file);
  try {
    return toml::parse(text, file.string());
  } catch (const toml::parse_error& error) {
    throw FileError(file, error.source().begin.line, error.description());
  }
}

}  // namespace course
