#include "translator/sides/side_writer.h"

#include <algorithm>

#include "translator/text/line_marker.h"

namespace emu::translator {
namespace {

std::size_t offset_in(const Unit& unit, std::string_view part) {
  return static_cast<std::size_t>(part.data() - unit.text().data());
}

/// Text between declarations mostly begins with a line marker; other directives stand somewhere.
bool begins_with_marker(std::string_view between) {
  const std::size_t start = between.find('#');
  if (start == std::string_view::npos) return false;
  const std::string_view line = between.substr(start);
  return parse_line_marker(line.substr(0, line.find('\n'))).has_value();
}

// The line before the directive with which `between` begins.
Position line_before(const Unit& unit, std::string_view between) {
  const char* start = between.data() + std::min(between.find('#'), between.size());
  for (const Directive& directive : unit.directives()) {
    if (directive.text.data() != start) continue;
    return {directive.at.file, std::max(directive.at.line, 2U) - 1, 1};
  }
  return {};
}

}  // namespace

void SideWriter::copy_until(std::size_t token) {
  copy(host_.unit.begin_of(token));
  at_ = host_.unit[token].at;
}

void SideWriter::copy_until(const Piece& piece) {
  if (piece.kind != PieceKind::kBetween) return copy_until(piece.first);
  copy(offset_in(host_.unit, piece.between));
  at_ = line_before(host_.unit, piece.between);
}

void SideWriter::copy_through(std::size_t token) {
  copy(host_.unit.end_of(token));
  at_ = end_of(host_.unit[token]);
}

void SideWriter::skip_through(std::size_t token) {
  offset_ = host_.unit.end_of(token);
  at_ = end_of(host_.unit[token]);
  interrupted_ = true;
}

void SideWriter::insert_device(std::size_t first, std::size_t last) {
  resume(device_.unit, device_.unit[first].at);
  std::size_t from = device_.unit.begin_of(first);
  for (std::size_t i = first; i <= last; ++i) {
    if (device_.word(i) == device_.unit[i].text) continue;
    out_ += device_.unit.text().substr(from, device_.unit.begin_of(i) - from);
    out_ += device_.word(i);
    from = device_.unit.end_of(i);
  }
  out_ += device_.unit.text().substr(from, device_.unit.end_of(last) - from);
  interrupted_ = true;
}

void SideWriter::insert_device(const Piece& piece) {
  if (piece.kind != PieceKind::kBetween) return insert_device(piece.first, piece.last);
  if (!begins_with_marker(piece.between))
    resume(device_.unit, line_before(device_.unit, piece.between));
  out_ += piece.between;
  interrupted_ = true;
}

void SideWriter::insert(std::string_view words) {
  out_ += words;
  interrupted_ = true;
}

std::string SideWriter::finish() {
  copy(host_.unit.text().size());
  return std::move(out_);
}

void SideWriter::copy(std::size_t end) {
  if (end <= offset_) return;
  const std::string_view text = host_.unit.text().substr(offset_, end - offset_);
  if (interrupted_ && !(text.starts_with("\n#") && begins_with_marker(text)))
    resume(host_.unit, at_);
  out_ += text;
  offset_ = end;
  interrupted_ = false;
}

void SideWriter::resume(const Unit& unit, Position at) {
  out_ += '\n' + line_marker(at.line, unit.file(at.file));
  out_.append(at.column - 1, ' ');
}

}  // namespace emu::translator
