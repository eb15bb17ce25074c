// Reading, judging and writing answers.
#include "course/lesson/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "base/text.h"
#include "course/course.h"
#include "course/lesson/toml_file.h"

namespace course {

namespace {

constexpr const char* kQuotes = " \t\n\r\"'`";

/// Lower case, one space for many, no quotes around and no full stop behind.
std::string plain(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (space && (result.empty() || result.back() == ' ')) continue;
    result += space ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  result = std::string(base::trimmed(result, kQuotes));
  if (!result.empty() && result.back() == '.') result.pop_back();
  return result;
}

/// Which of the choices is meant, from 0.
std::optional<std::size_t> choice_of(const std::vector<std::string>& choices,
                                     const std::string& given) {
  std::string word = plain(given);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (plain(choices[i]) == word) return i;
  }
  if (!word.empty() && word.back() == ')') word.pop_back();
  std::size_t index = choices.size();
  if (word.size() == 1 && word[0] >= 'a' && word[0] <= 'z') {
    index = static_cast<std::size_t>(word[0] - 'a');
  } else if (!word.empty() && word.size() < 4 &&
             word.find_first_not_of("0123456789") == std::string::npos) {
    index = static_cast<std::size_t>(std::stoi(word)) - 1;
  }
  return index < choices.size() ? std::optional(index) : std::nullopt;
}

/// "5 µs", "1,024": the number in front, when nothing but a unit follows.
std::optional<double> number_of(const std::string& given) {
  std::string digits;
  for (const char c : base::trimmed(given)) {
    if (c != ',' && c != '_') digits += c;
  }
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  if (end == digits.c_str() ||
      std::string_view(end).find_first_of("0123456789+*/") != std::string_view::npos) {
    return std::nullopt;
  }
  return value;
}

bool same_number(const std::string& key, const std::string& given) {
  const auto right = number_of(key);
  const auto value = number_of(given);
  return right && value && std::abs(*right - *value) <= 1e-9 * std::max(1.0, std::abs(*right));
}

/// The parts of an order; a part that names a choice becomes the choice's number.
std::vector<std::string> order_of(const std::vector<std::string>& choices,
                                  const std::string& given) {
  const bool commas = given.find(',') != std::string::npos;
  std::vector<std::string> parts;
  std::istringstream words(given);
  for (std::string word; commas ? !!std::getline(words, word, ',') : !!(words >> word);) {
    const auto choice = choice_of(choices, word);
    parts.push_back(choice ? std::to_string(*choice) : "=" + plain(word));
  }
  return parts;
}

bool same_text(const std::string& key, const std::string& given) {
  const std::string text = plain(given);
  std::size_t start = 0;
  for (;;) {
    const std::size_t end = key.find(" | ", start);
    if (plain(key.substr(start, end - start)) == text) return true;
    if (end == std::string::npos) return false;
    start = end + 3;
  }
}

QuestionKind kind_of(Table& table) {
  static const std::map<std::string, QuestionKind> kinds{{"choice", QuestionKind::kChoice},
                                                         {"number", QuestionKind::kNumber},
                                                         {"order", QuestionKind::kOrder},
                                                         {"text", QuestionKind::kText}};
  const std::string kind = table.text("kind");
  const auto found = kinds.find(kind);
  if (found == kinds.end()) {
    table.fail(fmt::format("kind = \"{}\": must be choice, number, order or text", kind));
  }
  return found->second;
}

Question read_question(Table& table) {
  Question question;
  question.id = table.text("id");
  question.text = base::trimmed(table.text("text"));
  question.kind = kind_of(table);
  question.choices = table.texts("choices");
  question.answer = table.text_or("answer", "");
  question.reason = base::trimmed(table.text_or("reason", ""));
  if (question.kind == QuestionKind::kChoice && question.choices.size() < 2) {
    table.fail("a choice needs two choices at least");
  }
  table.done();
  return question;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + "\"";
}

/// Whether `line` begins `key = …`.
bool sets_key(const std::string& line, const std::string& key) {
  const std::string text(base::trimmed(line));
  return text.starts_with(key) && base::trimmed(text.substr(key.size())).starts_with("=");
}

bool names_id(const std::string& line, const std::string& id) {
  return sets_key(line, "id") && line.find(quoted(id)) != std::string::npos;
}

}  // namespace

std::vector<Question> load_questions(const std::filesystem::path& file) {
  return read_questions(read_file(file), file);
}

std::vector<Question> read_questions(const std::string& text, const std::filesystem::path& file) {
  const toml::table document = parse_toml(text, file);
  Table table(document, file);
  std::vector<Question> questions;
  std::set<std::string> ids;
  for (Table& entry : table.tables("question")) {
    questions.push_back(read_question(entry));
    if (!ids.insert(questions.back().id).second) {
      entry.fail(fmt::format("a second question {}", questions.back().id));
    }
  }
  table.done();
  return questions;
}

const Question* find_question(const std::vector<Question>& questions, const std::string& id) {
  for (const Question& question : questions) {
    if (question.id == id) return &question;
  }
  return nullptr;
}

bool is_right(const Question& key, const std::string& given) {
  if (base::trimmed(given).empty()) return false;
  switch (key.kind) {
    case QuestionKind::kChoice: {
      const auto choice = choice_of(key.choices, given);
      return choice && choice == choice_of(key.choices, key.answer);
    }
    case QuestionKind::kNumber:
      return same_number(key.answer, given);
    case QuestionKind::kOrder:
      return order_of(key.choices, key.answer) == order_of(key.choices, given);
    case QuestionKind::kText:
      return same_text(key.answer, given);
  }
  return false;
}

bool has_form_of_answer(const Question& key, const std::string& given) {
  if (base::trimmed(given).empty()) return false;
  switch (key.kind) {
    case QuestionKind::kChoice:
      return choice_of(key.choices, given).has_value();
    case QuestionKind::kNumber:
      return std::isfinite(number_of(given).value_or(NAN));
    case QuestionKind::kOrder:
      return std::ranges::is_permutation(order_of(key.choices, key.answer),
                                         order_of(key.choices, given));
    case QuestionKind::kText:
      return true;
  }
  return false;
}

std::string shown_answer(const Question& key) {
  if (key.kind == QuestionKind::kChoice) {
    if (const auto choice = choice_of(key.choices, key.answer)) {
      return fmt::format("{}) {}", static_cast<char>('a' + *choice), key.choices[*choice]);
    }
  }
  return key.answer.substr(0, key.answer.find(" | "));
}

std::string with_answer(const std::string& toml, const std::string& id, const std::string& answer) {
  std::string result;
  std::istringstream lines(toml);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (base::trimmed(line) == "[[question]]") inside = false;
    if (names_id(line, id)) inside = true;
    const bool replace = inside && sets_key(line, "answer");
    result += (replace ? "answer = " + quoted(answer) : line) + "\n";
  }
  return result;
}

}  // namespace course
