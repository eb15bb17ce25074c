// Comparisons, arithmetic, logic, constants.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "course/proof/mutants/operators.h"

namespace course::mutants {

namespace {

struct Exchange {
  const char* change;
  std::string_view from, to;
};

// Only with blanks on both sides: else < may open a template's arguments, * make a pointer.
constexpr std::array kBinary{
    Exchange{"boundary", "<", "<="},    Exchange{"boundary", "<=", "<"},
    Exchange{"boundary", ">", ">="},    Exchange{"boundary", ">=", ">"},
    Exchange{"equality", "==", "!="},   Exchange{"equality", "!=", "=="},
    Exchange{"logic", "&&", "||"},      Exchange{"logic", "||", "&&"},
    Exchange{"arithmetic", "+", "-"},   Exchange{"arithmetic", "-", "+"},
    Exchange{"arithmetic", "*", "/"},   Exchange{"arithmetic", "/", "*"},
    Exchange{"arithmetic", "%", "/"},   Exchange{"arithmetic", "+=", "-="},
    Exchange{"arithmetic", "-=", "+="}, Exchange{"arithmetic", "*=", "/="},
    Exchange{"arithmetic", "/=", "*="}, Exchange{"arithmetic", "<<", ">>"},
    Exchange{"bits", "&", "|"},         Exchange{"bits", "|", "&"},
    Exchange{"bits", "^", "&"},         Exchange{"bits", "&=", "|="},
    Exchange{"bits", "|=", "&="},
};

/// Of `for (start; condition; step)` the tokens of condition and step; nothing for a range's.
struct ForHeader {
  Range condition, step;
};

std::vector<ForHeader> for_headers(const Source& source) {
  std::vector<ForHeader> headers;
  for (const Statement& statement : source.statements()) {
    if (!source[statement.tokens.first].is("for")) continue;
    std::vector<std::size_t> semicolons;
    for (std::size_t i = statement.condition.first; i <= statement.condition.last; ++i) {
      if (source[i].is(";")) semicolons.push_back(i);
      i = std::max(i, source.partner(i));
    }
    if (semicolons.size() != 2) continue;
    headers.push_back(
        {{semicolons[0] + 1, semicolons[1] - 1}, {semicolons[1] + 1, statement.condition.last}});
  }
  return headers;
}

/// A loop whose step goes the other way runs away: found by whatever runs it, so it says nothing.
bool is_in_step(const std::vector<ForHeader>& headers, std::size_t i) {
  return std::any_of(headers.begin(), headers.end(), [i](const ForHeader& header) {
    return header.step.first <= i && i <= header.step.last;
  });
}

void exchange_binary(Finder& finder, std::size_t i) {
  const Source& source = finder.source();
  if (source[i].is(">") && source[i + 1].is(">") && source.touches_next(i)) {  // >> is two tokens
    const bool is_shift = !source[i + 2].is(">") && source.in_code(i) &&
                          source.begin_of(i) > source.end_of(i - 1) && !source.touches_next(i + 1);
    if (is_shift) finder.replace("arithmetic", Range{i, i + 1}, "<<");
    return;
  }
  if (!source.is_spaced(i)) return;
  for (const Exchange& exchange : kBinary) {
    if (source[i].is(exchange.from)) {
      finder.replace(exchange.change, i, std::string(exchange.to));
    }
  }
}

void change_unary(Finder& finder, std::size_t i) {
  const Source& source = finder.source();
  if (source[i].is("!") && source.touches_next(i)) finder.replace("negation", i, "");
  if (source[i].is("-") && source.touches_next(i) && !source.is_spaced(i) &&
      !source[i - 1].is_identifier() && !source[i - 1].is(")")) {
    finder.replace("negation", i, "");
  }
  if (source[i].is("~") && source.touches_next(i)) finder.replace("negation", i, "");
  if (source[i].is("++")) finder.replace("arithmetic", i, "--");
  if (source[i].is("--")) finder.replace("arithmetic", i, "++");
  if (source[i].is("true")) finder.replace("constant", i, "false");
  if (source[i].is("false")) finder.replace("constant", i, "true");
}

/// Where an operand of && or || ends, going in the direction of `step`.
bool bounds_operand(const Token& token, bool of_and) {
  for (const std::string_view word :
       {"(", ")", "[", "]", "{", "}", ",", ";", "?", ":", "=", "return", "||", "+=", "-=", "|="}) {
    if (token.is(word)) return true;
  }
  return (of_and && token.is("&&")) || token.kind == TokenKind::kEnd;
}

std::size_t operand_begin(const Source& source, std::size_t at, bool of_and) {
  std::size_t i = at;
  while (i > 1) {
    const std::size_t before = i - 1;
    if (source.partner(before) < before) {
      i = source.partner(before);
      continue;
    }
    if (bounds_operand(source[before], of_and)) break;
    i = before;
  }
  return i;
}

std::size_t operand_end(const Source& source, std::size_t at, bool of_and) {
  std::size_t i = at;
  while (i + 1 < source.size()) {
    const std::size_t next = i + 1;
    if (source.partner(next) > next) {
      i = source.partner(next);
      continue;
    }
    if (bounds_operand(source[next], of_and)) break;
    i = next;
  }
  return i;
}

/// A part of a guard is left out: true is nothing to &&, false to ||.
void drop_operands(Finder& finder, std::size_t i) {
  const Source& source = finder.source();
  const bool of_and = source[i].is("&&");
  if ((!of_and && !source[i].is("||")) || !source.is_spaced(i) || !source.in_code(i)) return;
  const std::string neutral = of_and ? "true" : "false";
  finder.replace("guard", Range{i + 1, operand_end(source, i, of_and)}, neutral);
  const std::size_t begin = operand_begin(source, i, of_and);
  if (begin < i && !source[begin - 1].is(of_and ? "&&" : "||")) {
    finder.replace("guard", Range{begin, i - 1}, neutral);
  }
}

/// b in place of a, and a in place of b, in `condition ? a : b`.
void swap_choices(Finder& finder, std::size_t question) {
  const Source& source = finder.source();
  if (!source[question].is("?")) return;
  std::size_t colon = question + 1, depth = 1;
  for (; colon + 1 < source.size(); ++colon) {
    if (source.partner(colon) > colon) colon = source.partner(colon);
    if (source[colon].is("?")) ++depth;
    if (source[colon].is(":") && --depth == 0) break;
    if (source[colon].is(";")) return;
  }
  std::size_t end = colon;
  while (end + 1 < source.size()) {
    const std::size_t next = end + 1;
    if (source.partner(next) > next) {
      end = source.partner(next);
      continue;
    }
    if (source[next].is(",") || source[next].is(";") || source[next].is(")") ||
        source[next].is("]") || source[next].is("}")) {
      break;
    }
    end = next;
  }
  finder.swap("choice", {question + 1, colon - 1}, {colon + 1, end});
}

struct Integer {
  unsigned long long value;
  std::string suffix;
};

std::optional<Integer> integer_of(const Token& token) {
  if (token.kind != TokenKind::kNumber) return std::nullopt;
  std::string text(token.text);
  std::erase(text, '\'');
  std::size_t used = 0;
  try {
    const unsigned long long value = std::stoull(text, &used, 0);
    const std::string suffix = text.substr(used);
    if (suffix.find_first_not_of("uUlL") != std::string::npos) return std::nullopt;
    return Integer{value, suffix};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

bool is_float(const Token& token) {
  return token.kind == TokenKind::kNumber && token.text.find_first_of(".eEpP") != token.text.npos &&
         !token.text.starts_with("0x");
}

/// The number stands in the [] of a declared array: one more there is always right.
bool is_array_size(const Source& source, std::size_t i) {
  if (!source[i - 1].is("[") || !source[i + 1].is("]")) return false;
  return source[i - 2].is_identifier() &&
         (source[i - 3].is_identifier() || source[i - 3].is(",") || source[i - 3].is("*"));
}

/// A flag that CUDA wants to be 0, or the shared bytes that a launch does not use.
bool is_filler(const Source& source, std::size_t i) {
  if (!source[i].is("0")) return false;
  for (const Launch& launch : source.launches()) {
    if (launch.items.size() > 2 && launch.items[2].first == i) return true;
  }
  return std::any_of(source.calls().begin(), source.calls().end(), [&](const Call& call) {
    const std::string_view name = source[call.name].text;
    return name.starts_with("cuda") && call.close == i + 1 && call.arguments.size() > 1 &&
           name.find("Memset") == name.npos && name.find("Memcpy") == name.npos;
  });
}

void change_number(Finder& finder, std::size_t i) {
  const Source& source = finder.source();
  const bool in_template = source[i - 1].is("<") && !source.is_spaced(i - 1);
  if (const auto number = integer_of(source[i])) {
    if (is_filler(source, i)) return;
    if (source[i].text.starts_with("0x") && source[i].text.size() >= 10) return;  // a mask
    const auto as_text = [&](unsigned long long value) {
      return std::to_string(value) + number->suffix;
    };
    if (in_template) {  // a tile's size is a power of two
      if (number->value > 1) finder.replace("constant", i, as_text(number->value / 2));
      return;
    }
    if (!is_array_size(source, i)) finder.replace("constant", i, as_text(number->value + 1));
    if (number->value > 0) finder.replace("constant", i, as_text(number->value - 1));
  } else if (is_float(source[i])) {
    const std::string text(source[i].text);
    const bool is_zero = text.find_first_of("123456789") == std::string::npos;
    finder.replace("constant", i, is_zero ? "1.0f" : fmt::format("(2 * {})", text));
  }
}

/// The constants of the file, kName, in the order in which they are defined.
std::vector<std::string> named_constants(const Source& source) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i + 1 < source.size(); ++i) {
    if (!source[i].is_identifier() || !source[i + 1].is("=")) continue;
    const std::string_view name = source[i].text;
    if (name.size() > 1 && name[0] == 'k' && name[1] >= 'A' && name[1] <= 'Z') {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
    }
  }
  return names;
}

/// One constant is taken for the one that is defined next to it.
void swap_named_constants(Finder& finder) {
  const Source& source = finder.source();
  const std::vector<std::string> names = named_constants(source);
  if (names.size() < 2) return;
  for (std::size_t i = 1; i + 1 < source.size(); ++i) {
    const auto known = std::find(names.begin(), names.end(), source[i].text);
    if (known == names.end() || source[i + 1].is("=")) continue;
    const bool is_last = known + 1 == names.end();
    finder.replace("other-constant", i, is_last ? names.front() : *(known + 1));
  }
}

/// The right side of a comparison in the header of a for is one less; < and <= are tried anyway.
void shorten_loops(Finder& finder, const std::vector<ForHeader>& headers) {
  const Source& source = finder.source();
  for (const ForHeader& header : headers) {
    for (std::size_t i = header.condition.first; i <= header.condition.last; ++i) {
      if (!source.is_spaced(i) || !(source[i].is("<") || source[i].is("<="))) continue;
      const Range right{i + 1, operand_end(source, i, true)};
      finder.replace("bound", right, source.text_of(right) + " - 1");
    }
  }
}

}  // namespace

void find_in_expressions(Finder& finder) {
  const Source& source = finder.source();
  const std::vector<ForHeader> headers = for_headers(source);
  for (std::size_t i = 1; i + 1 < source.size(); ++i) {
    if (source[i].kind == TokenKind::kString || source[i].kind == TokenKind::kCharacter) continue;
    change_number(finder, i);
    if (!source.in_code(i) || is_in_step(headers, i)) continue;
    exchange_binary(finder, i);
    change_unary(finder, i);
    drop_operands(finder, i);
    swap_choices(finder, i);
  }
  swap_named_constants(finder);
  shorten_loops(finder, headers);
}

void find_in_conditions(Finder& finder) {
  const Source& source = finder.source();
  const std::vector<Statement>& statements = source.statements();
  for (const Statement& statement : statements) {
    if (statement.kind != StatementKind::kControl) continue;
    const Range condition = statement.condition;
    if (condition.last < condition.first) continue;
    const std::string text = source.text_of(condition);
    const Token& word = source[statement.tokens.first];
    if (word.is("if")) {
      if (text.find(';') != std::string::npos) continue;
      finder.replace("guard", condition, "!(" + text + ")");
      finder.replace("guard", condition, "true");
      // Without an else this is what leaving out the body comes to, which is tried for itself.
      if (statement.has_else || source[statement.body].is("{")) {
        finder.replace("guard", condition, "false");
      }
    } else if (word.is("while") && text != "true") {
      finder.replace("loop", condition, "false");
    } else if (word.is("do")) {
      finder.replace("loop", condition, "false");
    }
  }
  for (const ForHeader& header : for_headers(source)) {
    if (header.condition.last >= header.condition.first) {
      finder.replace("loop", header.condition, "false");
    }
  }
}

}  // namespace course::mutants
