#include "translator/text/edits.h"

#include <algorithm>
#include <utility>

#include "translator/text/line_marker.h"

namespace emu::translator {

void Edits::insert_before(std::size_t token, std::string text) {
  edits_[token].before.push_back({std::move(text)});
}

void Edits::insert_after(std::size_t token, std::string text) {
  edits_[token].after.push_back({std::move(text)});
}

void Edits::replace(std::size_t first, std::size_t last, std::string text) {
  Edit& edit = edits_[first];
  edit.replaced = true;
  edit.through = last;
  edit.text = std::move(text);
}

void Edits::move_before(std::size_t token, std::size_t first, std::size_t last, std::string before,
                        std::string after, std::size_t line_of) {
  auto& pieces = edits_[token].before;
  pieces.push_back({std::move(before), line_of});
  pieces.push_back({"", kNone, first, last});
  pieces.push_back({std::move(after)});
}

bool Edits::touches(std::size_t token) const {
  auto after = edits_.upper_bound(token);
  while (after != edits_.begin()) {
    --after;
    if (after->second.replaced) return after->second.through >= token;
  }
  return false;
}

// Knows where in the user's files the compiler will believe the next written character to stand.
class Edits::Writer {
 public:
  Writer(const Unit& unit, const std::map<std::size_t, Edit>& edits) : unit_(unit), edits_(edits) {}

  std::string write_all() {
    const std::size_t last = unit_.size() - 1;
    const std::size_t start = copy_edited(0, 1, last);
    out_ += unit_.text().substr(start);
    return std::move(out_);
  }

 private:
  // Writes the text from `offset`, which stands at the start of token `first` or of the blanks
  // before it, through token `last`; returns the offset of what follows.
  std::size_t copy_edited(std::size_t offset, std::size_t first, std::size_t last) {
    for (auto it = edits_.lower_bound(first); it != edits_.end() && it->first <= last;) {
      const auto& [token, edit] = *it;
      copy(offset, unit_.begin_of(token), unit_[token].at);
      offset = unit_.begin_of(token);
      for (const Piece& piece : edit.before) write(piece);
      std::size_t written = token;
      if (edit.replaced) {
        write_text(edit.text);
        written = edit.through;
        owed_ = true;
      } else {
        resume_at_ = unit_[token].at;
        copy(offset, unit_.end_of(token), end_of(unit_[token]));
      }
      offset = unit_.end_of(written);
      resume_at_ = end_of(unit_[written]);
      for (const Piece& piece : edit.after) write(piece);
      it = edits_.upper_bound(written);
    }
    copy(offset, unit_.end_of(last), end_of(unit_[last]));
    return unit_.end_of(last);
  }

  void write(const Piece& piece) {
    if (piece.first == kNone) {
      if (piece.line_of != kNone) settle_line(unit_[piece.line_of].at);
      return write_text(piece.text);
    }
    const Position resume_at = std::exchange(resume_at_, unit_[piece.first].at);
    owed_ = true;
    copy_edited(unit_.begin_of(piece.first), piece.first, piece.last);
    resume_at_ = resume_at;
    owed_ = true;
  }

  void write_text(const std::string& text) {
    if (text.empty()) return;
    out_ += text;
    at_.column += static_cast<std::uint32_t>(text.size());
    owed_ = true;
  }

  // Text of the user's: `resume_at_` says where it stands, `end` where it ends.
  void copy(std::size_t begin, std::size_t end, Position end_at) {
    if (begin >= end) return;
    const std::string_view text = unit_.text().substr(begin, end - begin);
    if (owed_) {
      // Blanks before a line end need no column.
      const std::size_t content = text.find_first_not_of(" \t\r");
      const bool line_ends = content != std::string_view::npos && text[content] == '\n';
      line_ends ? settle_line(resume_at_) : settle(resume_at_);
    }
    out_ += text;
    at_ = end_at;
    resume_at_ = end_at;
    owed_ = false;
  }

  void settle(Position wanted) {
    settle_line(wanted);
    if (at_.column > wanted.column) mark(wanted);
    out_.append(wanted.column - at_.column, ' ');
    at_ = wanted;
  }

  void settle_line(Position wanted) {
    if (at_.file != wanted.file || at_.line != wanted.line) mark(wanted);
  }

  void mark(Position wanted) {
    out_ += '\n';
    out_ += line_marker(wanted.line, unit_.file(wanted.file));
    at_ = {wanted.file, wanted.line, 1};
  }

  const Unit& unit_;
  const std::map<std::size_t, Edit>& edits_;
  std::string out_;
  Position at_;         ///< where the compiler believes us to be
  Position resume_at_;  ///< where the next text of the user's stands
  bool owed_ = false;   ///< the two may differ
};

std::string Edits::apply() const { return Writer(unit_, edits_).write_all(); }

}  // namespace emu::translator
