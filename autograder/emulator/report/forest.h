// The launch forest: launches and copies of a run as one list, with their children.
//
// What all writers share: names, streams in words, who launched whom. Indices into `pieces` are
// stable: launches first, in the order of their ids, then copies. A child comes after its parent
// among the launches.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/record.h"
#include "report/stream_kinds.h"

namespace emu::report {

/// "3.20 µs", "12.9 ms": three digits, a unit that fits.
std::string duration(std::uint64_t ns);
/// "4, 256" or "(4,4,1), (16,16,1)": what stands between <<< and >>>.
std::string configuration(const Launch& launch);
/// `text` with at most `most` characters, the last one "…" when something is missing. Bytes that
/// are not UTF-8 and control characters become "?".
std::string shortened(std::string_view text, std::size_t most);

/// Characters of a UTF-8 text: its width in columns as long as none of them is wide.
std::size_t columns(std::string_view text);

struct Piece {
  const Launch* launch = nullptr;  ///< null: a copy
  const Copy* copy = nullptr;
  const Origin* origin = nullptr;
  const Span* time = nullptr;
  StreamKind stream = StreamKind::kHost;
  std::uint64_t stream_id = 0;
  std::string_view name;  ///< of the kernel, or of the API function
  std::int32_t device = 0;
  std::uint32_t parent = 0;             ///< index; Forest::kHost when the host launched it
  std::vector<std::uint32_t> children;  ///< in launch order

  /// Takes no time and is nobody's child or root: it only orders other work.
  bool is_event() const { return copy != nullptr && copy->way == Copy::Way::kNothing; }
};

struct Forest {
  static constexpr std::uint32_t kHost = 0xffff'ffff;

  std::vector<Piece> pieces;
  std::vector<std::uint32_t> roots;  ///< what the host launched, in order

  /// `run` must outlive the forest.
  explicit Forest(const Run& run);
  std::uint32_t index_of(WorkId id) const;  ///< kHost when the host is meant
  /// What the piece waited for directly; events stand for what they wait for.
  std::vector<std::uint32_t> work_before(std::uint32_t piece) const;

 private:
  std::size_t launches_;
};

}  // namespace emu::report
