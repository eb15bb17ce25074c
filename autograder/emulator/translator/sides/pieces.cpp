#include "translator/sides/pieces.h"

#include "base/text.h"

namespace emu::translator {
namespace {

bool is_container(ScopeKind kind) {
  return kind == ScopeKind::kFile || kind == ScopeKind::kNamespace || kind == ScopeKind::kClass;
}

class Cutter {
 public:
  explicit Cutter(const Side& side) : side_(side), unit_(side.unit) {
    for (const Function& function : side.scopes.functions()) by_end_[function.end] = &function;
  }

  std::vector<Piece> run() {
    const std::size_t end = unit_.size() - 1;
    look_between(next_);
    while (next_ < end) {
      next_ = step(next_);
      if (start_ == next_) look_between(next_);
    }
    if (start_ < end) add(PieceKind::kDeclaration, end - 1);
    return std::move(pieces_);
  }

 private:
  // Reads on from token `i` and returns the token to read next.
  std::size_t step(std::size_t i) {
    if (unit_.is(i, "}") && is_container(side_.scopes.at(i).kind)) return close(i);
    if (unit_.is(i, ";")) return add(kind_at(i), i);
    if (unit_.is(i, ":") && is_access_label(i)) return add(PieceKind::kOpening, i);
    if (!unit_.is(i, "{") || unit_.partner(i) == kNone) return unit_.after_group(i);
    const ScopeKind opened = side_.scopes.at(i + 1).kind;
    if (opened == ScopeKind::kNamespace || opened == ScopeKind::kClass)
      return add(PieceKind::kOpening, i);
    if (opened == ScopeKind::kFunction && by_end_.contains(i)) return add_function(i);
    return unit_.after_group(i);
  }

  std::size_t close(std::size_t brace) {
    if (start_ < brace) add(PieceKind::kDeclaration, brace - 1);
    if (side_.scopes.at(brace).kind != ScopeKind::kClass) return add(PieceKind::kClosing, brace);
    std::size_t end = brace;
    while (end + 2 < unit_.size() && !unit_.is(end, ";")) ++end;
    return add(PieceKind::kClosing, end);
  }

  std::size_t add_function(std::size_t body) {
    const std::size_t next = add(PieceKind::kFunction, unit_.partner(body));
    pieces_.back().function = by_end_.at(body);
    return next;
  }

  PieceKind kind_at(std::size_t end) const {
    return by_end_.contains(end) ? PieceKind::kFunction : PieceKind::kDeclaration;
  }

  std::size_t add(PieceKind kind, std::size_t last) {
    Piece piece{kind, start_, last};
    if (kind == PieceKind::kFunction && by_end_.contains(last)) piece.function = by_end_.at(last);
    pieces_.push_back(piece);
    return start_ = last + 1;
  }

  bool is_access_label(std::size_t colon) const {
    return start_ + 1 == colon && (unit_.is(start_, "public") || unit_.is(start_, "private") ||
                                   unit_.is(start_, "protected"));
  }

  // What the preprocessor left between two declarations, a piece for each marker.
  void look_between(std::size_t token) {
    const std::size_t begin = unit_.end_of(token - 1);
    std::string_view text = unit_.text().substr(begin, unit_.begin_of(token) - begin);
    while (!text.empty()) {
      const std::size_t next = text.find("\n#", 1);
      const std::string_view part = text.substr(0, next);
      text.remove_prefix(part.size());
      if (says_something(part)) {
        pieces_.push_back({PieceKind::kBetween, token, token, nullptr, part});
      }
    }
  }

  // Not only a marker and blank lines.
  static bool says_something(std::string_view part) {
    const std::size_t start = part.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return false;
    const std::size_t line_end = std::min(part.find('\n', start), part.size());
    const bool marker = part.substr(start).starts_with("# ");
    return part.find_first_not_of(" \t\r\n", marker ? line_end : start) != std::string_view::npos;
  }

  const Side& side_;
  const Unit& unit_;
  std::unordered_map<std::size_t, const Function*> by_end_;
  std::vector<Piece> pieces_;
  std::size_t start_ = 1;
  std::size_t next_ = 1;
};

}  // namespace

std::string_view Side::word(std::size_t token) const {
  if (unit.is(token - 1, ".") || unit.is(token - 1, "->")) return unit[token].text;
  const auto found = renamed.find(unit[token].text);
  return found == renamed.end() || !unit[token].is_identifier() ? unit[token].text : found->second;
}

std::vector<Piece> pieces_of(const Side& side) { return Cutter(side).run(); }

std::string key_of(const Side& side, const Piece& piece) {
  if (piece.kind == PieceKind::kBetween) return std::string(piece.between);
  const Token& first = side.unit[piece.first];
  std::string key = side.unit.file_of(first) + '\n' + std::to_string(first.at.line);
  // What only mentions a renamed name, and declares no function, is the same on both sides.
  const bool runs = piece.kind == PieceKind::kFunction;
  for (std::size_t i = piece.first; i <= piece.last; ++i)
    (key += '\n') += runs ? side.word(i) : side.unit[i].text;
  return key;
}

}  // namespace emu::translator
