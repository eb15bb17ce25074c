#include "translator/ptx/ptx_labels.h"

#include "base/text.h"
#include "translator/ptx/ptx_operands.h"

namespace emu::translator {

PtxPrefix take_ptx_prefix(std::string_view& text) {
  using Kind = PtxPrefix::Kind;
  if (text.starts_with('{') || text.starts_with('}')) {
    const Kind kind = text.front() == '{' ? Kind::kOpen : Kind::kClose;
    text = base::trimmed(text.substr(1));
    return {kind, ""};
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.substr(colon).starts_with("::")) return {};
  const std::string label(base::trimmed(text.substr(0, colon)));
  if (!is_ptx_name(label) && !(label.starts_with('$') && is_ptx_name(label.substr(1)))) return {};
  text = base::trimmed(text.substr(colon + 1));
  return {Kind::kLabel, label};
}

PtxLabels::PtxLabels(const std::vector<std::string>& instructions) {
  for (std::string_view text : instructions)
    for (PtxPrefix prefix; (prefix = take_ptx_prefix(text)).kind != PtxPrefix::Kind::kNone;) {
      if (prefix.kind == PtxPrefix::Kind::kOpen) open();
      if (prefix.kind == PtxPrefix::Kind::kClose) close();
      if (prefix.kind != PtxPrefix::Kind::kLabel) continue;
      const std::string own = "emu_ptx_label_" + std::to_string(names_.size());
      if (!names_.try_emplace({around_.back(), prefix.label}, own).second) twice_ = prefix.label;
    }
  around_ = {0};
  braces_ = 0;
}

std::string PtxLabels::declared() const {
  std::string list;
  for (const auto& [where, name] : names_) list += (list.empty() ? "" : ", ") + name;
  return list;
}

std::optional<std::string> PtxLabels::find(const std::string& label, std::size_t braces) const {
  const auto found = names_.find({braces, label});
  return found == names_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> PtxLabels::target(const std::string& label) const {
  for (std::size_t i = around_.size(); i-- > 0;)
    if (auto name = find(label, around_[i])) return name;
  return std::nullopt;
}

std::optional<std::string> translate_ptx_branch(const PtxInstruction& instruction,
                                                const PtxLabels& labels) {
  const auto& modifiers = instruction.modifiers;
  const bool plain = modifiers.empty() || (modifiers.size() == 1 && modifiers[0] == "uni");
  if (instruction.base != "bra" || !plain || instruction.arguments.size() != 1) return std::nullopt;
  const auto target = labels.target(instruction.arguments[0]);
  return target ? std::optional("goto " + *target) : std::nullopt;
}

}  // namespace emu::translator
