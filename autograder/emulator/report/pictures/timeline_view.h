// What the timeline picture shows, and where: the launches, their rows, and the part of the virtual
// time that fits between its edges.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/forest.h"
#include "report/pictures/rows.h"
#include "report/pictures/svg.h"
#include "report/record.h"

namespace emu::report {

struct TimelineView {
  static constexpr double kLeft = 232, kRight = 782;  ///< of what has a time
  static constexpr double kHostTop = 70, kHostRow = 30, kRowsTop = 106;
  static constexpr double kThinnest = 2.5;  ///< bar
  static constexpr std::string_view kOutline = R"(stroke="#9aa3b2" fill="none")";

  /// Keeps a reference to `run`.
  explicit TimelineView(const Run& run);

  /// Where the words beside the bar of a row's k-th member end; 0 if there are none.
  double end_of_words_beside(const Row& row, std::size_t k) const;
  /// How far the bar of a row's k-th member and what belongs to it may reach.
  double free_until(const Row& row, std::size_t k) const;

  const Piece& piece(std::uint32_t i) const { return forest.pieces[i]; }
  double x(std::uint64_t ns) const;

  const Run& run;
  Forest forest;
  Layout layout;
  double first_ns = 0, last_ns = 1;
};

/// What stands in a bar or beside it: the kernel, or how long it ran where the row says the kernel.
std::string words_of(const Row& row, const Piece& piece);
Font font_of(const Row& row);
double room_for_words(const Row& row, const Piece& piece);

}  // namespace emu::report
