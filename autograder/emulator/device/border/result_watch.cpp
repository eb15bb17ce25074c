#include "device/border/result_watch.h"

#include <algorithm>
#include <cstring>

#include "checker/current.h"
#include "device/state.h"

namespace emu {

namespace {

std::string_view parent_of(const checker::Work& grid) {
  const bool by_grid = grid.parent && grid.parent->info.kind == checker::WorkInfo::Kind::kGrid;
  return by_grid ? grid.parent->info.kernel : std::string_view();
}

/// The number of the first writer that is `like` that, or of the next one.
template <class Like>
std::size_t writer_like(const Like& like) {
  const auto found = std::ranges::find_if(result_watch().grid_writers, like);
  return static_cast<std::size_t>(found - result_watch().grid_writers.begin()) + kGrids;
}

Writer grid_writer(const checker::Work& grid) {
  constexpr std::uint32_t kDeepest = 32;  // the rest counts together
  GridWriter one{grid.info.kernel, parent_of(grid), grid.info.device,
                 std::min(grid.depth, kDeepest), grid.info.launch_id};
  const auto same_kernel = [&one](const GridWriter& writer) {
    return writer.kernel == one.kernel && writer.parent == one.parent;
  };
  const std::size_t number = writer_like([&](const GridWriter& writer) {
    return same_kernel(writer) && writer.device == one.device && writer.depth == one.depth;
  });
  if (number > kLastWriter) return kHost;
  if (number == result_watch().grid_writers.size() + kGrids) {
    one.of_kernel = static_cast<Writer>(writer_like(same_kernel));
    result_watch().grid_writers.push_back(one);
  }
  return static_cast<Writer>(number);
}

}  // namespace

Writer kernel_writer(Writer writer) {
  return result_watch().grid_writers[writer - kGrids].of_kernel;
}

Writer writer_of(const checker::Work* work) {
  if (!work) return kNothing;
  if (work->info.kind == checker::WorkInfo::Kind::kGrid) return grid_writer(*work);
  const bool sets = work->info.kernel.find("emset") != std::string_view::npos;  // or a graph's node
  return sets ? kSet : kHost;
}

void Result::bring(const char* to, const char* from, std::size_t length, Writer writer) {
  if (writers.empty()) {
    brought.resize(size);
    writers.resize(size, kNoCopy);
  }
  const auto first = static_cast<std::size_t>(std::max<const char*>(to, begin) - begin);
  const auto last =
      static_cast<std::size_t>(std::min<const char*>(to + length, begin + size) - begin);
  const char* const source = from + (begin + first - to);
  if (std::memcmp(brought.data() + first, source, last - first) != 0) keep_values(first, last);
  std::memcpy(brought.data() + first, source, last - first);
  std::fill(writers.data() + first, writers.data() + last, writer);
}

void Result::keep_values(std::size_t first, std::size_t last) const {
  for (std::size_t from = first, to = first; from < last; from = to) {
    while (to < last && writers[to] == writers[from]) ++to;
    if (writers[from] >= kGrids)
      result_watch().values.add(brought.data() + from, to - from, kernel_writer(writers[from]));
  }
}

bool Result::is_as_brought(std::size_t offset) const {
  if (writers.empty()) return false;
  const auto* first = writers.data() + offset;
  return std::find(first, first + element, kNoCopy) == first + element &&
         std::memcmp(brought.data() + offset, begin + offset, element) == 0;
}

ResultWatch& result_watch() { return *state.border.results; }

bool results_are_watched() {
  return state.border.results && !result_watch().results.empty() && checker::now.enabled;
}

}  // namespace emu
