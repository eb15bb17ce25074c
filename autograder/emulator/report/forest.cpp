// See forest.h.
#include "report/forest.h"

#include <fmt/format.h>

#include <algorithm>

namespace emu::report {

std::string duration(std::uint64_t ns) {
  const auto three = [](double value, const char* unit) {
    const int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    return fmt::format("{:.{}f} {}", value, decimals, unit);
  };
  const auto value = static_cast<double>(ns);
  if (ns < 1'000'000) return three(value / 1e3, "µs");
  if (ns < 1'000'000'000) return three(value / 1e6, "ms");
  return three(value / 1e9, "s");
}

namespace {

std::string extent(const Extent& e) {
  if (e.y <= 1 && e.z <= 1) return fmt::format("{}", e.x);
  if (e.z <= 1) return fmt::format("({},{})", e.x, e.y);
  return fmt::format("({},{},{})", e.x, e.y, e.z);
}

/// Length of the UTF-8 character at the beginning of `text`; 0 when there is no valid one.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first > 0xf4 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  // Overlong forms, surrogates and what lies beyond Unicode.
  if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) ||
      (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f)) {
    return 0;
  }
  return length;
}

}  // namespace

std::string configuration(const Launch& launch) {
  std::string text = extent(launch.grid) + ", " + extent(launch.block);
  if (launch.shared_bytes != 0) text += fmt::format(", {} B", launch.shared_bytes);
  return text;
}

std::string shortened(std::string_view text, std::size_t most) {
  std::string result, last;
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == most) {
      result.resize(result.size() - last.size());
      return result + "…";
    }
    const std::size_t length = character(text);
    last = length == 0 ? "?" : std::string(text.substr(0, length));
    result += last;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

Forest::Forest(const Run& run) : launches_(run.launches.size()) {
  const auto add = [this](const auto& work, std::string_view name) {
    Piece piece;
    piece.origin = &work.origin;
    piece.time = &work.time;
    piece.stream = work.stream;
    piece.stream_id = work.stream_id;
    piece.name = name;
    piece.device = work.device;
    piece.parent = index_of(work.origin.parent);
    pieces.push_back(std::move(piece));
  };
  pieces.reserve(run.launches.size() + run.copies.size());
  for (const Launch& launch : run.launches) {
    const bool known = launch.kernel < run.kernels.size();
    add(launch, known ? std::string_view(run.kernels[launch.kernel].name) : "?");
    pieces.back().launch = &launch;
  }
  for (const Copy& copy : run.copies) {
    add(copy, copy.name);
    pieces.back().copy = &copy;
  }
  for (std::uint32_t i = 0; i < pieces.size(); ++i) {
    Piece& piece = pieces[i];
    if (piece.parent != kHost && piece.parent >= pieces.size()) piece.parent = kHost;
    if (piece.is_event()) continue;
    (piece.parent == kHost ? roots : pieces[piece.parent].children).push_back(i);
  }
  // Copies were appended behind the launches: bring siblings into the order in which they were
  // issued.
  const auto order = [this](std::uint32_t i) {
    return pieces[i].launch != nullptr ? pieces[i].launch->order : pieces[i].copy->order;
  };
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) { return order(a) < order(b); };
  if (!run.copies.empty()) {
    std::stable_sort(roots.begin(), roots.end(), earlier);
    for (Piece& p : pieces) std::stable_sort(p.children.begin(), p.children.end(), earlier);
  }
}

std::uint32_t Forest::index_of(WorkId id) const {
  if (id == kHostId) return kHost;
  return (id & kCopyBit) != 0 ? static_cast<std::uint32_t>(launches_ + (id & ~kCopyBit) - 1)
                              : id - 1;
}

std::vector<std::uint32_t> Forest::work_before(std::uint32_t i) const {
  std::vector<std::uint32_t> work, open{i};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    const Piece& p = pieces[at];
    open.pop_back();
    for (const WorkId id : p.launch != nullptr ? p.launch->waits_for : p.copy->waits_for) {
      const std::uint32_t before = index_of(id);
      if (before >= pieces.size() || before == i) continue;
      if (!pieces[before].is_event()) {
        work.push_back(before);
      } else if (!p.is_event() || before < at) {  // events wait for earlier ones only: this ends
        open.push_back(before);
      }
    }
  }
  return work;
}

}  // namespace emu::report
