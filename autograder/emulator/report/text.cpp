// The launch tree as text, for terminals.
#include <fmt/format.h>

#include <algorithm>

#include "report/refusals.h"
#include "report/report.h"
#include "report/tree.h"

namespace emu::report {
namespace {

struct Line {
  std::string tree, stream, when;
};

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, columns(text)), ' ');
}

void add_lines(const Forest& forest, const std::vector<Node>& nodes, const std::string& before,
               bool top, std::vector<Line>& lines) {
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const Node& node = nodes[k];
    const bool last = k + 1 == nodes.size();
    const char* branch = top ? "" : last ? "└─ " : "├─ ";
    const char* below = top ? "" : last ? "   " : "│  ";
    const Piece& piece = forest.pieces[node.first];
    lines.push_back({before + branch + headline(forest, node),
                     std::string(stream_words(piece.stream)),
                     fmt::format("{} – {}", duration(node.start_ns), duration(node.end_ns))});
    add_lines(forest, node.children, before + below, false, lines);
  }
}

}  // namespace

std::string to_text(const Run& run) {
  const Forest forest(run);
  const Folded folded = fold(forest);
  std::vector<Line> lines;
  add_lines(forest, folded.roots, "", true, lines);
  std::size_t tree = 0, stream = 0;
  for (const Line& line : lines) {
    tree = std::max(tree, columns(line.tree));
    stream = std::max(stream, columns(line.stream));
  }
  std::string text;
  for (const Line& line : lines) {
    text += padded(line.tree, tree + 2) + padded(line.stream, stream + 2) + line.when + "\n";
  }
  if (folded.hidden != 0) text += fmt::format("… and {} launches deeper down\n", folded.hidden);
  text += fmt::format("{} {} in {} of virtual time\n", run.launches.size(),
                      run.launches.size() == 1 ? "launch" : "launches", duration(run.virtual_ns));
  for (const std::string& refused : refusals_in_words(run)) text += "✗ " + refused + "\n";
  for (const std::string& finding : run.findings) text += "! " + finding + "\n";
  return text;
}

}  // namespace emu::report
