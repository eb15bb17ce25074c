// Cuts a solution into what the operators ask for.
#include "course/proof/mutants/source.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "course/lesson/todo.h"

namespace course::mutants {

namespace {

template <std::size_t N>
bool is_one_of(const Token& token, const std::array<std::string_view, N>& words) {
  return token.kind != TokenKind::kString &&
         std::find(words.begin(), words.end(), token.text) != words.end();
}

constexpr std::array<std::string_view, 5> kControls{"if", "for", "while", "switch", "do"};
constexpr std::array<std::string_view, 12> kNoCalls{"if",     "for",      "while",    "switch",
                                                    "return", "sizeof",   "decltype", "alignof",
                                                    "asm",    "volatile", "__asm__",  "catch"};
constexpr std::array<std::string_view, 24> kDeclarationWords{
    "const",  "static",       "constexpr", "auto",       "volatile", "unsigned",
    "signed", "int",          "long",      "short",      "float",    "double",
    "bool",   "char",         "void",      "__shared__", "extern",   "struct",
    "union",  "__constant__", "register",  "enum",       "alignas",  "using"};
constexpr std::array<std::string_view, 5> kBeforeCode{"else", "do", "try", "const", "noexcept"};

}  // namespace

Source::Source(std::string text) : text_(std::move(text)) {
  tokens_ = emu::translator::tokenise(text_, [](std::string_view) { return true; }).tokens;
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
  drop_directives();
  find_regions();
  match_brackets();
  find_functions();
  find_statements();
  find_launches();
  find_calls();
}

std::size_t Source::begin_of(std::size_t i) const {
  return static_cast<std::size_t>(tokens_[i].text.data() - text_.data());
}

std::size_t Source::end_of(std::size_t i) const { return begin_of(i) + tokens_[i].text.size(); }

std::string Source::text_of(Range range) const {
  return text_.substr(begin_of(range.first), end_of(range.last) - begin_of(range.first));
}

std::size_t Source::line_number(std::size_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<std::size_t>(after - line_starts_.begin());
}

std::string Source::line_at(std::size_t offset) const {
  const std::size_t start = line_starts_[line_number(offset) - 1];
  return text_.substr(start, std::min(text_.find('\n', start), text_.size()) - start);
}

bool Source::is_students(std::size_t offset) const {
  return std::any_of(regions_.begin(), regions_.end(), [offset](const Bytes& region) {
    return region.begin <= offset && offset < region.end;
  });
}

const Function* Source::function_of(std::size_t i) const {
  for (const Function& function : functions_) {
    if (function.open < i && i < function.close) return &function;
  }
  return nullptr;
}

bool Source::is_spaced(std::size_t i) const {
  const std::size_t begin = begin_of(i), end = end_of(i);
  return begin > 0 && end < text_.size() && base::is_space(text_[begin - 1]) &&
         base::is_space(text_[end]);
}

bool Source::touches_next(std::size_t i) const {
  return i + 1 < tokens_.size() && end_of(i) == begin_of(i + 1);
}

// The tokeniser passes over a directive up to the end of its line; it may go on behind a backslash.
void Source::drop_directives() {
  std::vector<bool> is_directive(line_starts_.size(), false);
  for (std::size_t line = 0; line < line_starts_.size(); ++line) {
    const std::size_t start = line_starts_[line];
    const std::size_t end = std::min(text_.find('\n', start), text_.size());
    const std::size_t first = text_.find_first_not_of(" \t", start);
    if (first < end && text_[first] == '#') is_directive[line] = true;
    const bool goes_on = end > start && text_[end - 1] == '\\';
    if (is_directive[line] && goes_on && line + 1 < line_starts_.size()) {
      is_directive[line + 1] = true;
    }
  }
  std::erase_if(tokens_, [&](const Token& token) {
    const auto offset = static_cast<std::size_t>(token.text.data() - text_.data());
    return token.kind != TokenKind::kEnd && is_directive[line_number(offset) - 1];
  });
}

void Source::find_regions() {
  std::string inside;
  for (std::size_t line = 0; line < line_starts_.size(); ++line) {
    const std::size_t start = line_starts_[line];
    const std::string text = line_at(start);
    if (const std::string begins = region_begun_by(text); inside.empty() && !begins.empty()) {
      inside = begins;
      regions_.push_back({start + text.size(), text_.size()});
    } else if (!inside.empty() && region_ended_by(text) == inside) {
      inside.clear();
      regions_.back().end = start;
    }
  }
}

void Source::match_brackets() {
  partner_.resize(tokens_.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    partner_[i] = i;
    const Token& token = tokens_[i];
    if (token.is("(") || token.is("[") || token.is("{")) {
      open.push_back(i);
    } else if ((token.is(")") || token.is("]") || token.is("}")) && !open.empty()) {
      partner_[i] = open.back();
      partner_[open.back()] = i;
      open.pop_back();
    }
  }
}

/// Where what ends in this brace, a function's or a struct's declaration, begins.
std::size_t Source::head_of(std::size_t open) const {
  std::size_t i = open;
  while (i > 1 && !tokens_[i - 1].is(";") && !tokens_[i - 1].is("{") && !tokens_[i - 1].is("}")) {
    --i;
    if (tokens_[i].is(")")) i = partner_[i];
  }
  return i;
}

Source::Brace Source::kind_of_brace(std::size_t open) const {
  const Token& before = tokens_[open - 1];
  if (is_one_of(before, kBeforeCode) || before.is(")") || before.is(";") || before.is("}") ||
      before.is("]")) {
    return Brace::kCode;
  }
  if (before.is("{")) return kind_of_brace(open - 1);
  for (std::size_t i = head_of(open); i < open; ++i) {  // a lambda's or function's `-> type {`
    if (tokens_[i].is("->") && tokens_[i - 1].is(")") && tokens_[i].kind != TokenKind::kEnd) {
      return Brace::kCode;
    }
  }
  return Brace::kOther;
}

void Source::find_functions() {
  for (std::size_t i = 1; i < tokens_.size(); ++i) {
    if (!tokens_[i].is("{") || partner_[i] == i || kind_of_brace(i) != Brace::kCode) continue;
    Function function{head_of(i), i, partner_[i], false};
    for (std::size_t t = function.head; t < i; ++t) {
      if (tokens_[t].is("__global__") || tokens_[t].is("__device__")) function.is_device = true;
    }
    functions_.push_back(function);
    i = function.close;
  }
}

void Source::find_statements() {
  for (const Function& function : functions_) read_block(function.open);
}

void Source::read_block(std::size_t open) {
  const std::size_t block = ++blocks_;
  const std::size_t close = partner_[open];
  std::size_t place = 0;
  for (std::size_t i = open + 1; i < close;) i = read_statement(i, block, place++, false) + 1;
  for (Statement& statement : statements_) {
    if (statement.block == block) statement.is_last = statement.place + 1 == place;
  }
}

/// Returns its last token.
std::size_t Source::read_statement(std::size_t i, std::size_t block, std::size_t place,
                                   bool is_body) {
  Statement statement;
  statement.block = block;
  statement.place = place;
  statement.is_body = is_body;
  if (tokens_[i].is("{") && partner_[i] != i) {
    statement.kind = StatementKind::kBlock;
    statement.tokens = {i, partner_[i]};
    statements_.push_back(statement);
    read_block(i);
    return partner_[i];
  }
  return is_one_of(tokens_[i], kControls) ? read_control(i, statement) : read_simple(i, statement);
}

std::size_t Source::read_control(std::size_t i, Statement statement) {
  statement.kind = StatementKind::kControl;
  const std::size_t mine = statements_.size();
  statements_.push_back(statement);
  std::size_t last = i;
  if (tokens_[i].is("do")) {
    statement.body = i + 1;
    last = read_statement(i + 1, ++blocks_, 0, true);
    const std::size_t open = last + 2;  // while (
    statement.condition = {open + 1, partner_[open] - 1};
    last = std::min(partner_[open] + 1, tokens_.size() - 1);
  } else {
    std::size_t open = i + 1;
    while (open + 1 < tokens_.size() && !tokens_[open].is("(")) ++open;  // if constexpr
    statement.condition = {open + 1, partner_[open] - 1};
    statement.body = partner_[open] + 1;
    last = read_statement(statement.body, ++blocks_, 0, true);
    if (tokens_[i].is("if") && tokens_[last + 1].is("else")) {
      statement.has_else = true;
      last = read_statement(last + 2, ++blocks_, 0, true);
    }
  }
  statement.tokens = {i, last};
  statements_[mine] = statement;
  return last;
}

std::size_t Source::read_simple(std::size_t i, Statement statement) {
  std::size_t last = i;
  const bool is_label =
      tokens_[i].is("case") || tokens_[i].is("default") ||
      (tokens_[i].is_identifier() && tokens_[i + 1].is(":") && !tokens_[i + 2].is(":"));
  const char* const end = is_label ? ":" : ";";
  while (last + 1 < tokens_.size() && !tokens_[last].is(end) && !tokens_[last].is("}")) {
    last = partner_[last] > last ? partner_[last] + 1 : last + 1;
  }
  statement.kind = is_label ? StatementKind::kOther : kind_of_simple(i);
  if (tokens_[last].is("}")) {  // a macro without its semicolon
    last = std::max(i, last - 1);
    statement.kind = StatementKind::kOther;
  }
  statement.tokens = {i, last};
  statements_.push_back(statement);
  for (std::size_t t = i; t < last; ++t) {  // the bodies of lambdas
    if (!tokens_[t].is("{") || partner_[t] == t || kind_of_brace(t) != Brace::kCode) continue;
    read_block(t);
    t = partner_[t];
  }
  return last;
}

StatementKind Source::kind_of_simple(std::size_t first) const {
  const Token& token = tokens_[first];
  if (token.is(";")) return StatementKind::kOther;
  if (token.is("return")) return StatementKind::kReturn;
  if (token.is("asm") || token.is("__asm__")) return StatementKind::kExpression;
  if (token.is("break") || token.is("continue") || token.is("goto")) return StatementKind::kJump;
  if (token.is("static_assert") || token.is("assert") || token.is("typedef")) {
    return StatementKind::kOther;
  }
  return is_declaration(first) ? StatementKind::kDeclaration : StatementKind::kExpression;
}

/// Type, perhaps with namespaces, template arguments, stars; then a name.
bool Source::is_declaration(std::size_t first) const {
  if (is_one_of(tokens_[first], kDeclarationWords)) return true;
  if (!tokens_[first].is_identifier()) return false;
  std::size_t i = first + 1;
  while (tokens_[i].is("::")) i += 2;
  if (tokens_[i].is("<") && !is_spaced(i)) {
    std::size_t depth = 0;
    do {
      if (tokens_[i].is("<")) ++depth;
      if (tokens_[i].is(">")) --depth;
      i = partner_[i] > i ? partner_[i] + 1 : i + 1;
    } while (depth > 0 && i + 1 < tokens_.size() && !tokens_[i].is(";"));
    while (tokens_[i].is("::")) i += 2;
  }
  while (tokens_[i].is("*") || tokens_[i].is("&") || tokens_[i].is("const")) ++i;
  return i > first && tokens_[i].is_identifier() && !tokens_[i].is("delete");
}

void Source::find_calls() {
  for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
    const std::size_t open = i + 1;
    if (!tokens_[i].is_identifier() || !tokens_[open].is("(") || partner_[open] == open) continue;
    if (is_one_of(tokens_[i], kNoCalls) || !in_code(i)) continue;
    const bool is_declared = tokens_[i - 1].is_identifier() && !tokens_[i - 1].is("return") &&
                             !tokens_[i - 1].is("else") && !tokens_[i - 1].is("case");
    if (is_declared) continue;
    calls_.push_back({i, open, partner_[open], split_at_commas(open + 1, partner_[open])});
  }
}

void Source::find_launches() {
  for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
    if (!tokens_[i].is("<<<")) continue;
    std::size_t close = i + 1;
    const auto is_close = [this](std::size_t t) {
      return tokens_[t].is(">") && tokens_[t + 1].is(">") && tokens_[t + 2].is(">") &&
             touches_next(t) && touches_next(t + 1);
    };
    while (close + 3 < tokens_.size() && !is_close(close)) {
      close = partner_[close] > close ? partner_[close] + 1 : close + 1;
    }
    if (close + 3 >= tokens_.size() || !tokens_[close + 3].is("(")) continue;
    const std::size_t open = close + 3;
    launches_.push_back({i - 1, i, close, split_at_commas(i + 1, close),
                         split_at_commas(open + 1, partner_[open])});
  }
}

std::vector<Range> Source::split_at_commas(std::size_t first, std::size_t end) const {
  std::vector<Range> parts;
  if (first >= end) return parts;
  std::size_t begin = first;
  for (std::size_t i = first; i < end; ++i) {
    if (partner_[i] > i) {
      i = partner_[i];
    } else if (tokens_[i].is(",")) {
      if (i > begin) parts.push_back({begin, i - 1});
      begin = i + 1;
    }
  }
  if (end > begin) parts.push_back({begin, end - 1});
  return parts;
}

}  // namespace course::mutants
