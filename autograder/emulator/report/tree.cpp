// See tree.h.
#include "report/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace emu::report {
namespace {

using Indices = std::vector<std::uint32_t>;

class Folder {
 public:
  /// `exact`: only siblings with equal subtrees are alike.
  Folder(const Forest& forest, bool exact, int depth_limit)
      : forest_(forest), depth_limit_(depth_limit) {
    name_everything();
    if (exact) shape_everything();
  }

  Folded fold() {
    Folded folded;
    folded.roots = fold(forest_.roots, 0);
    folded.nodes = nodes_;
    folded.hidden = hidden_;
    return folded;
  }

 private:
  using Looks =
      std::tuple<std::string_view, StreamKind, std::uint32_t, std::uint32_t, std::uint32_t,
                 std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

  Looks looks(std::uint32_t i) const {
    const Piece& p = forest_.pieces[i];
    if (p.launch == nullptr) return {p.name, p.stream, p.origin->line, 0, 0, 0, 0, 0, 0};
    const Extent &g = p.launch->grid, &b = p.launch->block;
    return {p.name, p.stream, p.origin->line, g.x, g.y, g.z, b.x, b.y, b.z};
  }

  /// Equal names: same kernel, same kind of stream.
  void name_everything() {
    std::map<std::pair<std::string_view, StreamKind>, std::uint32_t> known;
    for (const Piece& p : forest_.pieces) {
      kind_.push_back(known.try_emplace({p.name, p.stream}, known.size()).first->second);
    }
  }

  /// Equal shapes: same looks, and children of the same shapes, as often. Children come later in
  /// the list than their parents, but for copies, which have none; so one pass backwards does it.
  void shape_everything() {
    std::map<std::pair<Looks, std::map<std::uint32_t, std::uint64_t>>, std::uint32_t> known;
    shape_.resize(forest_.pieces.size());
    for (auto i = static_cast<std::uint32_t>(forest_.pieces.size()); i-- > 0;) {
      std::map<std::uint32_t, std::uint64_t> below;
      for (const std::uint32_t child : forest_.pieces[i].children) ++below[shape_[child]];
      const auto next = static_cast<std::uint32_t>(known.size());
      shape_[i] = known.try_emplace({looks(i), std::move(below)}, next).first->second;
    }
  }

  std::vector<Node> fold(const Indices& siblings, int depth) {
    if (depth == depth_limit_) {
      count_hidden(siblings);
      return {};
    }
    std::map<std::uint32_t, std::size_t> group_of;
    std::vector<Indices> groups;
    for (const std::uint32_t i : siblings) {
      const std::uint32_t key = shape_.empty() ? kind_[i] : shape_[i];
      const auto [at, fresh] = group_of.try_emplace(key, groups.size());
      if (fresh) groups.emplace_back();
      groups[at->second].push_back(i);
    }
    std::vector<Node> nodes;
    for (const Indices& group : groups) nodes.push_back(node(group, depth));
    return nodes;
  }

  Node node(Indices group, int depth) {
    ++nodes_;
    Node node;
    node.first = group.front();
    node.count = group.size();
    node.start_ns = ~std::uint64_t{0};
    Indices below = take(node, group);
    while (is_link(group, below)) {
      group = std::exchange(below, {});
      ++node.links;
      below = take(node, group);
    }
    node.children = fold(below, depth + 1);
    return node;
  }

  /// Adds the group's times to the node and returns all its children.
  Indices take(Node& node, const Indices& group) const {
    Indices below;
    for (const std::uint32_t i : group) {
      const Piece& p = forest_.pieces[i];
      node.start_ns = std::min(node.start_ns, p.time->start_ns);
      node.end_ns = std::max(node.end_ns, p.time->complete_ns);
      const auto configuration_only = [&](std::uint32_t of) {
        Looks l = looks(of);
        std::get<1>(l) = StreamKind::kHost;
        std::get<2>(l) = 0;
        return l;
      };
      if (configuration_only(i) != configuration_only(node.first)) node.same_configuration = false;
      below.insert(below.end(), p.children.begin(), p.children.end());
    }
    return below;
  }

  /// Each of `group` launched one of `below`, and they are the same kernel in the same kind of
  /// stream.
  bool is_link(const Indices& group, const Indices& below) const {
    if (below.size() != group.size()) return false;
    const auto same = [&](std::uint32_t i) { return kind_[i] == kind_[group.front()]; };
    return std::all_of(below.begin(), below.end(), same) &&
           std::all_of(group.begin(), group.end(),
                       [&](std::uint32_t i) { return forest_.pieces[i].children.size() == 1; });
  }

  void count_hidden(const Indices& siblings) {
    Indices open = siblings;
    while (!open.empty()) {
      const std::uint32_t i = open.back();
      open.pop_back();
      ++hidden_;
      open.insert(open.end(), forest_.pieces[i].children.begin(), forest_.pieces[i].children.end());
    }
  }

  const Forest& forest_;
  int depth_limit_;
  std::vector<std::uint32_t> kind_, shape_;
  std::uint64_t nodes_ = 0, hidden_ = 0;
};

}  // namespace

Folded fold(const Forest& forest, std::size_t most) {
  constexpr int kDeepest = 24;
  Folded folded = Folder(forest, true, kDeepest).fold();
  for (int depth = kDeepest; folded.nodes > most && depth > 1; depth = depth * 2 / 3) {
    folded = Folder(forest, false, depth).fold();
  }
  return folded;
}

std::string headline(const Forest& forest, const Node& node) {
  const Piece& piece = forest.pieces[node.first];
  std::string text = shortened(piece.name, 40);
  if (piece.launch != nullptr) {
    text += node.same_configuration ? fmt::format("<<<{}>>>", configuration(*piece.launch))
                                    : std::string("<<<…>>>");
  }
  if (node.count > 1) text += fmt::format(" ×{}", node.count);
  if (node.links > 1) text += fmt::format(", chain of {}", node.links);
  return text;
}

}  // namespace emu::report
