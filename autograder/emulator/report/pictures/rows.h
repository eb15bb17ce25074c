// Where everything goes in the timeline picture: rows of bars, nested under the launches they
// belong to.
//
// Launches that follow each other in one stream share a row. Where there are too many streams for a
// row each, all launches of a kernel share a *swarm*: a taller row of thin stripes, as many as ran
// at once. The layout starts out generous and is repeated with less room until the picture fits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/forest.h"

namespace emu::report {

struct Row {
  double y = 0, height = 0;
  int level = 0;  ///< nesting, for indentation
  StreamKind stream = StreamKind::kHost;
  bool swarm = false;
  std::string title;     ///< "double_all<<<1, 32>>> ×64"
  std::string more;      ///< the title's second line: kernels that the first has no room for
  std::string subtitle;  ///< "fire-and-forget, 64 at once"
  std::vector<std::string> shorter;  ///< the same in ever fewer words
  bool one_kernel = true;
  std::vector<std::uint32_t> members;  ///< by start
};

/// The family of a launch: from its bar to the last row of its descendants.
struct Band {
  std::uint32_t piece = 0;
  std::uint64_t until_ns = 0;  ///< complete, or the start of a tail in the same row
  double y = 0, height = 0;
};

struct Layout {
  static constexpr double kBar = 18;   ///< height of a bar in a row that is no swarm
  static constexpr double kLine = 15;  ///< of a title

  std::vector<Row> rows;
  std::vector<Band> bands;  ///< outer ones first
  double height = 0;
  bool compact = false;  ///< rows are low, each with its title and subtitle in one line
  /// Per piece: the middle of its bar, negative when it is not drawn one by one; its height.
  std::vector<double> middle, thickness;
};

Layout lay_out(const Forest& forest, double top);

}  // namespace emu::report
