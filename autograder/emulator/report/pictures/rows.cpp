// See rows.h.
#include "report/pictures/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace emu::report {
namespace {

using Indices = std::vector<std::uint32_t>;
using StreamKey = std::tuple<int, std::uint32_t, std::uint64_t, std::uint64_t>;

constexpr double kRow = 36;                  // of one stream
constexpr double kLow = 24;                  // the same where there are many
constexpr std::size_t kMany = 8;             // rows
constexpr double kPitch = Layout::kBar + 3;  // of bars that overlap in it
constexpr double kTallest = 900;             // of a layout; then the next one tries with less
constexpr std::size_t kTitle = 26;           // characters

/// What a layout may show; the more generous comes first.
struct LayoutLimits {
  std::size_t streams;  // of one kind with a row each
  int levels;
  double row = kRow;
};

class Layouter {
 public:
  Layouter(const Forest& forest, double top, LayoutLimits limits)
      : forest_(forest), limits_(limits) {
    layout_.middle.assign(forest.pieces.size(), -1);
    layout_.thickness.assign(forest.pieces.size(), 0);
    layout_.height = top;
    layout_.compact = limits.row < kRow;
    for (const Piece& p : forest.pieces) devices_ = std::max(devices_, p.device + 1);
    place(forest.roots, 0, true);
  }

  Layout take() { return std::move(layout_); }

 private:
  const Piece& piece(std::uint32_t i) const { return forest_.pieces[i]; }

  /// Rows for pieces that are siblings, or cousins whose parents share a row (`in_turn`: the
  /// parents ran one after another).
  void place(const Indices& pieces, int level, bool in_turn) {
    if (level == limits_.levels) return place_the_rest(pieces, level);
    std::map<StreamKind, std::map<StreamKey, Indices>> streams;
    for (const std::uint32_t i : pieces) streams[piece(i).stream][key(i, in_turn)].push_back(i);
    for (auto& [kind, by_key] : streams) {
      if (by_key.size() > limits_.streams) {
        place_swarms(by_key, level);
      } else {
        place_streams(by_key, level);
      }
    }
  }

  /// Which stream the piece went to. The streams of parents that ran in turn count as the same.
  StreamKey key(std::uint32_t i, bool in_turn) {
    const Piece& p = piece(i);
    const std::uint64_t parent = in_turn ? 0 : p.parent;
    switch (p.stream) {
      case StreamKind::kNull:
        return {p.device, parent, p.origin->parent_block_index, 0};
      case StreamKind::kPerThread:
        return {p.device, parent, p.origin->parent_block_index, p.origin->parent_thread_index};
      case StreamKind::kFireAndForget:
        return {p.device, parent, nth_of_parent(p, i), 0};
      case StreamKind::kNamed:
        return {p.device, parent, nth_of_parent(p, p.stream_id), 0};
      case StreamKind::kTail:
        return {p.device, parent, 0, 0};
      case StreamKind::kHost:
        break;
    }
    return {p.device, 0, p.stream_id, 0};
  }

  /// Named streams, and launches that are a stream of their own, count from 1 in each grid.
  std::uint64_t nth_of_parent(const Piece& p, std::uint64_t stream) {
    auto& known = known_[{p.parent, p.stream}];
    return known.try_emplace(stream, known.size() + 1).first->second;
  }

  void place_streams(const std::map<StreamKey, Indices>& by_key, int level) {
    for (const auto& [key, members] : by_key) {
      Row row = new_row(follow_tails(members), level);
      row.height = limits_.row + (row.more.empty() ? 0 : Layout::kLine);
      row.subtitle = one_stream(row, key, by_key.size());
      if (row.stream == StreamKind::kPerThread) row.shorter = {thread_of(row, key)};
      for (const std::uint32_t i : row.members) {
        layout_.middle[i] = row.y + row.height / 2;
        layout_.thickness[i] = Layout::kBar;
      }
      if (has_early_starts(row)) set_apart(row);
      finish(std::move(row), level, true);
    }
  }

  bool has_early_starts(const Row& row) const {
    return std::ranges::any_of(row.members, [this](std::uint32_t i) {
      return piece(i).launch != nullptr && !piece(i).launch->overlaps.empty();
    });
  }

  /// Grids that run at the same time in one stream: one below the other.
  void set_apart(Row& row) {
    const std::size_t stripes = assign_stripes(row);
    for (std::size_t k = 0; k < row.members.size(); ++k)
      layout_.middle[row.members[k]] += static_cast<double>(stripe_[k]) * kPitch;
    row.height += static_cast<double>(stripes - 1) * kPitch;
  }

  /// Tails of tails go on in the same row: they, too, run one after another (T4).
  Indices follow_tails(Indices members) const {
    if (piece(members.front()).stream != StreamKind::kTail) return members;
    for (std::size_t k = 0; k < members.size(); ++k) {
      for (const std::uint32_t child : piece(members[k]).children) {
        if (piece(child).stream == StreamKind::kTail) members.push_back(child);
      }
    }
    return members;
  }

  void place_swarms(const std::map<StreamKey, Indices>& by_key, int level) {
    std::map<std::string_view, Indices> kernels;
    std::map<std::string_view, std::size_t> streams;
    for (const auto& [key, members] : by_key) {
      std::set<std::string_view> names;
      for (const std::uint32_t i : members) {
        kernels[piece(i).name].push_back(i);
        names.insert(piece(i).name);
      }
      for (const auto name : names) ++streams[name];
    }
    for (const auto& [name, members] : kernels) place_swarm(members, streams[name], level);
  }

  void place_swarm(const Indices& members, std::size_t streams, int level) {
    Row row = new_row(members, level);
    row.swarm = true;
    const std::size_t stripes = assign_stripes(row);
    const double inner = std::clamp(static_cast<double>(stripes) * 2.4, Layout::kBar, 64.0);
    row.height = std::max(limits_.row, inner + (layout_.compact ? 6 : 14));
    const double pitch = inner / static_cast<double>(stripes);
    for (std::size_t k = 0; k < row.members.size(); ++k) {
      const std::uint32_t i = row.members[k];
      const double y = row.y + row.height / 2 - inner / 2;
      layout_.middle[i] = y + (static_cast<double>(stripe_[k]) + 0.5) * pitch;
      layout_.thickness[i] = pitch > 1.5 ? pitch - 0.6 : pitch;
    }
    const std::string at_once = fmt::format("{} at once", stripes);
    row.subtitle = many_streams(row.stream, streams) + ", " + at_once;
    row.shorter = {fmt::format("{} streams, {}", streams, at_once), at_once};
    if (streams == 1 || row.stream == StreamKind::kFireAndForget) row.shorter = {at_once};
    finish(std::move(row), level, false);
  }

  /// Puts each member on the first stripe that is free when it starts; returns how many there are.
  std::size_t assign_stripes(const Row& row) {
    stripe_.clear();
    std::vector<std::uint64_t> free_at;
    std::set<std::size_t> free;
    std::multimap<std::uint64_t, std::size_t> busy;
    for (const std::uint32_t i : row.members) {
      const Span& time = *piece(i).time;
      while (!busy.empty() && busy.begin()->first <= time.start_ns) {
        free.insert(busy.begin()->second);
        busy.erase(busy.begin());
      }
      if (free.empty()) free.insert(free_at.size()), free_at.push_back(0);
      const std::size_t stripe = *free.begin();
      free.erase(free.begin());
      busy.emplace(std::max(time.end_ns, time.start_ns + 1), stripe);
      stripe_.push_back(stripe);
    }
    return free_at.size();
  }

  /// Below the last level: everything that remains, a swarm for each kernel.
  void place_the_rest(const Indices& pieces, int level) {
    std::map<StreamKind, std::map<StreamKey, Indices>> rest;
    Indices open = pieces;
    while (!open.empty()) {
      const std::uint32_t i = open.back();
      open.pop_back();
      rest[piece(i).stream][key(i, false)].push_back(i);
      open.insert(open.end(), piece(i).children.begin(), piece(i).children.end());
    }
    leaf_ = true;
    for (const auto& [kind, by_key] : rest) place_swarms(by_key, level);
    leaf_ = false;
  }

  Row new_row(Indices members, int level) {
    std::stable_sort(members.begin(), members.end(), [this](std::uint32_t a, std::uint32_t b) {
      return piece(a).time->start_ns < piece(b).time->start_ns;
    });
    Row row;
    row.y = layout_.height;
    row.level = level;
    row.stream = piece(members.front()).stream;
    row.members = std::move(members);
    write_title(row);
    return row;
  }

  /// Copies are named only in rows that have nothing else: the bars tell them from kernels.
  void write_title(Row& row) const {
    std::vector<std::string_view> names, kernels;
    std::set<std::string> configurations;
    std::size_t launches = 0;
    const auto add = [](std::vector<std::string_view>& to, std::string_view name) {
      if (std::find(to.begin(), to.end(), name) == to.end() && to.size() < 9) to.push_back(name);
    };
    for (const std::uint32_t i : row.members) {
      add(names, piece(i).name);
      if (piece(i).launch == nullptr) continue;
      ++launches;
      add(kernels, piece(i).name);
      configurations.insert(configuration(*piece(i).launch));
    }
    row.one_kernel = names.size() == 1;
    if (kernels.empty()) kernels = names, launches = row.members.size();
    const std::string times =
        kernels.size() == 1 && launches > 1 ? fmt::format(" ×{}", launches) : "";
    const auto room = kTitle - static_cast<std::size_t>(row.level) * 2 - times.size();
    if (kernels.size() == 1 && configurations.size() == 1 && !layout_.compact) {
      const std::string with = fmt::format("{}<<<{}>>>", kernels.front(), *configurations.begin());
      if (with.size() <= room) return void(row.title = with + times);
    }
    break_title(row, kernels, room);
    row.title += times;
  }

  /// In two lines where one has no room for all names, except in low rows.
  void break_title(Row& row, const std::vector<std::string_view>& names, std::size_t room) const {
    std::string* line = &row.title;
    for (std::size_t k = 0; k < names.size(); ++k) {
      const std::string name = std::string(names[k]) + (k + 1 < names.size() ? "," : "");
      const bool fits = line->size() + 1 + name.size() <= room;
      if (!line->empty() && !fits && !layout_.compact) line = &row.more;
      *line += (line->empty() ? "" : " ") + name;
    }
    row.title = shortened(row.title, room);
    row.more = shortened(row.more, room);
  }

  void finish(Row row, int level, bool in_turn) {
    const std::size_t at = layout_.rows.size();
    layout_.height += row.height;
    layout_.rows.push_back(std::move(row));
    if (leaf_) return;
    const std::size_t first_band = layout_.bands.size();
    Indices children;
    const std::set<std::uint32_t> here(layout_.rows[at].members.begin(),
                                       layout_.rows[at].members.end());
    for (const std::uint32_t i : layout_.rows[at].members) {
      const std::size_t before = children.size();
      std::uint64_t until = piece(i).time->complete_ns;
      for (const std::uint32_t child : piece(i).children) {
        if (here.count(child) == 0) {
          children.push_back(child);
        } else {  // a tail in the same row
          until = std::min(until, piece(child).time->start_ns);
        }
      }
      if (!in_turn || children.size() == before) continue;
      layout_.bands.push_back({i, until, layout_.rows[at].y, 0});
    }
    const std::size_t last_band = layout_.bands.size();
    if (!children.empty()) place(children, level + 1, in_turn);
    for (std::size_t b = first_band; b < last_band; ++b) {
      layout_.bands[b].height = layout_.height - layout_.bands[b].y;
    }
  }

  // ---- Words ------------------------------------------------------------------------------------

  std::string one_stream(const Row& row, const StreamKey& key, std::size_t streams) const {
    std::string words(stream_words(row.stream));
    const std::uint64_t number = std::get<2>(key);
    if (row.stream == StreamKind::kNull) words += fmt::format(" of block {}", number);
    if (row.stream == StreamKind::kNamed) words += fmt::format(" {}", number);
    if (row.stream == StreamKind::kPerThread) {
      words = fmt::format("per-thread, {}", thread_of(row, key));
    }
    if (row.stream == StreamKind::kHost) words = host_stream(std::get<0>(key), number, streams);
    return words;
  }

  /// With its block, where the launching grid has several.
  std::string thread_of(const Row& row, const StreamKey& key) const {
    const std::uint32_t parent = piece(row.members.front()).parent;
    const Launch* grid = parent == Forest::kHost ? nullptr : piece(parent).launch;
    const std::string thread = fmt::format("thread {}", std::get<3>(key));
    const bool one_block = grid == nullptr || (grid->grid.x | grid->grid.y | grid->grid.z) == 1;
    return one_block ? thread : fmt::format("block {} {}", std::get<2>(key), thread);
  }

  /// Streams of the host count from 1 on each device, in the order in which they were used.
  std::string host_stream(int device, std::uint64_t stream, std::size_t streams) const {
    std::vector<std::uint64_t> used;
    for (const std::uint32_t i : forest_.roots) {
      const Piece& p = piece(i);
      const bool known = std::find(used.begin(), used.end(), p.stream_id) != used.end();
      if (p.device == device && !known) used.push_back(p.stream_id);
    }
    const auto number = std::find(used.begin(), used.end(), stream) - used.begin() + 1;
    const std::string where = devices_ > 1 ? fmt::format("device {}", device) : "from the host";
    return streams == 1 || used.size() == 1 ? where : where + fmt::format(", stream {}", number);
  }

  static std::string many_streams(StreamKind kind, std::size_t streams) {
    switch (kind) {
      case StreamKind::kNull:
        return fmt::format("{} NULL streams", streams);
      case StreamKind::kNamed:
        return fmt::format("{} named streams", streams);
      case StreamKind::kPerThread:
        return fmt::format("{} per-thread streams", streams);
      case StreamKind::kHost:
        return fmt::format("{} streams of the host", streams);
      case StreamKind::kTail:
        return fmt::format("tails of {} grids", streams);
      case StreamKind::kFireAndForget:
        break;
    }
    return "fire-and-forget";
  }

  const Forest& forest_;
  LayoutLimits limits_;
  Layout layout_;
  std::map<std::pair<std::uint32_t, StreamKind>, std::map<std::uint64_t, std::uint64_t>> known_;
  std::vector<std::size_t> stripe_;  // of the members of the row being placed
  bool leaf_ = false;
  int devices_ = 1;
};

}  // namespace

Layout lay_out(const Forest& forest, double top) {
  Layout layout;
  for (const LayoutLimits limits : {LayoutLimits{8, 5}, {4, 5}, {2, 4}, {1, 3}, {1, 2}}) {
    layout = Layouter(forest, top, limits).take();
    if (layout.rows.size() > kMany) {
      layout = Layouter(forest, top, {limits.streams, limits.levels, kLow}).take();
    }
    if (layout.height - top <= kTallest) break;
  }
  return layout;
}

}  // namespace emu::report
