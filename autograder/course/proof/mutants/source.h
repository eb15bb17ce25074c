// A solution's text as mutation operators see it: tokens, brackets, launches, statements,
// functions, and which of it the student writes.
//
// No parser of C++: it relies on code as clang-format leaves it, where a binary operator has blanks
// on both sides, and the brackets of a template, a pointer's star and an address-of have not.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "translator/text/tokens.h"

namespace course::mutants {

using emu::translator::Token;
using emu::translator::TokenKind;

/// Tokens first … last, both included.
struct Range {
  std::size_t first = 0;
  std::size_t last = 0;
};

enum class StatementKind { kExpression, kDeclaration, kReturn, kJump, kControl, kBlock, kOther };

struct Statement {
  StatementKind kind = StatementKind::kOther;
  Range tokens;           ///< with its semicolon or closing brace
  std::size_t block = 0;  ///< statements of one block have the same number
  std::size_t place = 0;  ///< among those of its block, from 0
  bool is_body = false;   ///< of a control statement, without braces
  Range condition = {};   ///< kControl: the tokens between its parentheses
  std::size_t body = 0;   ///< kControl: the first token of what it controls
  bool has_else = false;
  bool is_last = false;  ///< nothing follows in its block
};

/// A call, with what stands between its parentheses.
struct Call {
  std::size_t name = 0;  ///< token
  std::size_t open = 0, close = 0;
  std::vector<Range> arguments;
};

/// kernel<<<items>>>(arguments).
struct Launch {
  std::size_t kernel = 0;  ///< token before the <<<
  std::size_t open = 0;    ///< <<<
  std::size_t close = 0;   ///< the first > of three
  std::vector<Range> items;
  std::vector<Range> arguments;
};

struct Function {
  std::size_t head = 0;  ///< the first token of its declaration
  std::size_t open = 0, close = 0;
  bool is_device = false;  ///< __global__ or __device__
};

class Source {
 public:
  explicit Source(std::string text);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& text() const { return text_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  const Token& operator[](std::size_t i) const { return tokens_[i]; }
  std::size_t size() const { return tokens_.size(); }

  std::size_t begin_of(std::size_t i) const;  ///< offset of a token's first byte
  std::size_t end_of(std::size_t i) const;    ///< and behind its last
  std::string text_of(Range range) const;
  /// Of the line that has the byte at `offset`, without its end.
  std::string line_at(std::size_t offset) const;
  std::size_t line_number(std::size_t offset) const;

  /// Whether the student writes the byte at `offset`: it is in a region.
  bool is_students(std::size_t offset) const;
  /// Whether the token is inside a function's body.
  bool in_code(std::size_t i) const { return function_of(i) != nullptr; }
  const Function* function_of(std::size_t i) const;

  /// The bracket that belongs to ( [ { or ) ] }; `i` itself when there is none.
  std::size_t partner(std::size_t i) const { return partner_[i]; }
  /// Whether blanks stand on both sides, as they do of binary operators.
  bool is_spaced(std::size_t i) const;
  /// Whether no blank stands between this token and the next.
  bool touches_next(std::size_t i) const;

  const std::vector<Statement>& statements() const { return statements_; }
  const std::vector<Call>& calls() const { return calls_; }
  const std::vector<Launch>& launches() const { return launches_; }
  const std::vector<Function>& functions() const { return functions_; }

  /// The parts of `inside` between commas that are in no brackets. Empty for no tokens.
  std::vector<Range> split_at_commas(std::size_t first, std::size_t end) const;

 private:
  void drop_directives();
  void find_regions();
  void match_brackets();
  void find_functions();
  void find_statements();
  void find_calls();
  void find_launches();

  enum class Brace { kCode, kOther };
  Brace kind_of_brace(std::size_t open) const;
  std::size_t head_of(std::size_t open) const;
  void read_block(std::size_t open);
  std::size_t read_statement(std::size_t i, std::size_t block, std::size_t place, bool is_body);
  std::size_t read_control(std::size_t i, Statement statement);
  std::size_t read_simple(std::size_t i, Statement statement);
  StatementKind kind_of_simple(std::size_t first) const;
  bool is_declaration(std::size_t first) const;
  bool starts_a_type(std::size_t i) const;

  struct Bytes {
    std::size_t begin, end;
  };

  std::string text_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> line_starts_;
  std::vector<Bytes> regions_;
  std::vector<std::size_t> partner_;
  std::vector<Function> functions_;
  std::vector<Statement> statements_;
  std::vector<Call> calls_;
  std::vector<Launch> launches_;
  std::size_t blocks_ = 0;
};

}  // namespace course::mutants
