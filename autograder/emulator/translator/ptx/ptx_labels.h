// Labels of inline PTX and the branches that go there: `L1: …; @p bra L1;`.
//
// A label holds within the braces of PTX around it. In C++ each becomes a local label of the
// statement that the `asm` becomes, so that it may be there more than once in a function.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "translator/ptx/ptx_arithmetic.h"

namespace emu::translator {

/// What stands before an instruction.
struct PtxPrefix {
  enum class Kind { kNone, kOpen, kClose, kLabel } kind = Kind::kNone;
  std::string label;
};

/// Takes `{`, `}` or `label:` from the front of `text`.
PtxPrefix take_ptx_prefix(std::string_view& text);

class PtxLabels {
 public:
  /// Finds all labels of an `asm`, whose instructions are these.
  explicit PtxLabels(const std::vector<std::string>& instructions);

  bool any() const { return !names_.empty(); }
  /// "emu_ptx_label_0, emu_ptx_label_1"
  std::string declared() const;
  /// A label is there more than once in its braces: which.
  const std::string& twice() const { return twice_; }

  // The same braces once more, as the instructions are translated.
  void open() { around_.push_back(++braces_); }
  void close() {
    if (around_.size() > 1) around_.pop_back();
  }
  /// C++'s name of the label that is here; of the one that a branch from here goes to.
  std::string here(const std::string& label) const { return *find(label, around_.back()); }
  std::optional<std::string> target(const std::string& label) const;

 private:
  std::optional<std::string> find(const std::string& label, std::size_t braces) const;

  std::map<std::pair<std::size_t, std::string>, std::string> names_;  // by braces and PTX's name
  std::string twice_;
  std::vector<std::size_t> around_{0};  // numbers of the braces around, from outside in
  std::size_t braces_ = 0;              // so many have been opened
};

/// `bra L` and `bra.uni L`; nothing where there is no such label.
std::optional<std::string> translate_ptx_branch(const PtxInstruction& instruction,
                                                const PtxLabels& labels);

}  // namespace emu::translator
