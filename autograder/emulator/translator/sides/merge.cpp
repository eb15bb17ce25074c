#include "translator/sides/merge.h"

#include <algorithm>
#include <string>
#include <vector>

#include "translator/sides/alignment.h"
#include "translator/sides/pieces.h"
#include "translator/sides/side_writer.h"
#include "translator/text/declaration.h"

namespace emu::translator {
namespace {

/// An enumeration's own name, if it has one, and those of its values; none for anything else.
std::vector<std::string_view> names_of_enum(const Unit& unit, const Piece& piece) {
  std::vector<std::string_view> names;
  if (!unit.is(piece.first, "enum")) return names;
  std::size_t i = piece.first + 1;
  const bool scoped = unit.is(i, "class") || unit.is(i, "struct");
  if (scoped) ++i;
  if (unit[i].is_identifier()) names.push_back(unit[i].text);
  while (i < piece.last && !unit.is(i, "{")) ++i;
  const std::size_t end = unit.partner(i);
  for (++i; !scoped && end != kNone && i < end; i = unit.after_group(i))
    if (unit.is(i - 1, "{") || unit.is(i - 1, ",")) names.push_back(unit[i].text);
  return names;
}

/// The names that a declaration gives, other than a function's.
std::vector<std::string_view> names_of(const Unit& unit, const Piece& piece) {
  if (piece.kind != PieceKind::kDeclaration) return {};
  if (unit.is(piece.first, "using") && unit.is(piece.first + 2, "="))
    return {unit[piece.first + 1].text};
  if (unit.is(piece.first, "typedef")) return {unit[piece.last - 1].text};
  std::vector<std::string_view> names = names_of_enum(unit, piece);
  if (!names.empty()) return names;
  for (const Declarator& one : read_declaration(unit, piece.first).declarators)
    if (one.name != kNone) names.push_back(unit[one.name].text);
  return names;
}

/// The `{` of the outermost lambdas for the device between two tokens.
std::vector<std::size_t> device_lambdas(const Side& side, std::size_t first, std::size_t last) {
  std::vector<std::size_t> found;
  for (std::size_t i = first; i <= last; ++i) {
    if (!side.unit.is(i, "{") || side.unit.partner(i) == kNone) continue;
    const Scope& scope = side.scopes.at(i + 1);
    if (scope.kind != ScopeKind::kLambda || scope.open != i || !scope.annotations.device) continue;
    found.push_back(i);
    i = side.unit.partner(i);
  }
  return found;
}

class Merger {
 public:
  Merger(Side& host, Side& device) : host_(host), device_(device), out_(host, device) {}

  std::string run() {
    cut();
    rename();
    if (!device_.renamed.empty()) cut();
    for (const Difference& difference : differences_) write(difference);
    return out_.finish();
  }

 private:
  void cut() {
    host_pieces_ = pieces_of(host_);
    device_pieces_ = pieces_of(device_);
    std::vector<std::string> host_keys, device_keys;
    for (const Piece& piece : host_pieces_) host_keys.push_back(key_of(host_, piece));
    for (const Piece& piece : device_pieces_) device_keys.push_back(key_of(device_, piece));
    differences_ = differences(host_keys, device_keys);
  }

  // What both declare, but not alike, has two names from here on.
  void rename() {
    for (const Difference& difference : differences_) {
      for (std::size_t d = difference.device_first; d < difference.device_end; ++d)
        for (const std::string_view name : names_of(device_.unit, device_pieces_[d]))
          if (is_declared_by_host(difference, name))
            device_.renamed[name] = std::string(name) + "_on_device";
    }
  }

  bool is_declared_by_host(const Difference& difference, std::string_view name) const {
    for (std::size_t h = difference.host_first; h < difference.host_end; ++h) {
      const auto names = names_of(host_.unit, host_pieces_[h]);
      const bool differs_in_lambdas =
          !device_lambdas(host_, host_pieces_[h].first, host_pieces_[h].last).empty();
      if (!differs_in_lambdas && std::find(names.begin(), names.end(), name) != names.end())
        return true;
    }
    return false;
  }

  void write(const Difference& difference) {
    const std::vector<std::size_t> partners = pair_up(difference);
    std::size_t next = difference.device_first;
    const auto write_unpaired_before = [&](std::size_t end) {
      for (; next < end; ++next)
        if (std::find(partners.begin(), partners.end(), next) == partners.end())
          out_.insert_device(device_pieces_[next]);
    };
    for (std::size_t h = difference.host_first; h < difference.host_end; ++h) {
      const std::size_t partner = partners[h - difference.host_first];
      if (partner == kNone) continue;
      out_.copy_until(host_pieces_[h]);
      write_unpaired_before(partner);
      write_pair(host_pieces_[h], device_pieces_[partner]);
    }
    if (difference.host_end < host_pieces_.size()) {
      out_.copy_until(host_pieces_[difference.host_end]);
    } else {
      out_.copy_until(host_.unit.size() - 1);
    }
    write_unpaired_before(difference.device_end);
  }

  /// For each of the host's pieces the first of the device's that is the same thing, or `kNone`.
  std::vector<std::size_t> pair_up(const Difference& difference) const {
    std::vector<std::size_t> partners;
    for (std::size_t h = difference.host_first; h < difference.host_end; ++h) {
      std::size_t d = difference.device_first;
      while (d < difference.device_end &&
             (std::find(partners.begin(), partners.end(), d) != partners.end() ||
              !(host_pieces_[h].kind == PieceKind::kClosing
                    ? closes_the_same(difference, partners, h, d)
                    : is_same(host_pieces_[h], device_pieces_[d]))))
        ++d;
      partners.push_back(d < difference.device_end ? d : kNone);
    }
    return partners;
  }

  /// Whether `h` closes what `d` closes: what was opened by a pair, or before the difference.
  bool closes_the_same(const Difference& difference, const std::vector<std::size_t>& partners,
                       std::size_t h, std::size_t d) const {
    if (device_pieces_[d].kind != PieceKind::kClosing) return false;
    const std::size_t host = opening_of(host_, host_pieces_, difference.host_first, h);
    const std::size_t device = opening_of(device_, device_pieces_, difference.device_first, d);
    if (host == kNone || device == kNone) return host == device;
    return partners[host - difference.host_first] == device;
  }

  /// The piece, not before `first`, whose brace the piece at `closing` closes; or `kNone`.
  static std::size_t opening_of(const Side& side, const std::vector<Piece>& pieces,
                                std::size_t first, std::size_t closing) {
    const std::size_t brace = side.unit.partner(pieces[closing].first);
    for (std::size_t i = first; i < closing; ++i)
      if (pieces[i].kind == PieceKind::kOpening && pieces[i].last == brace) return i;
    return kNone;
  }

  bool is_same(const Piece& host, const Piece& device) const {
    if (host.kind != device.kind) return false;
    if (host.kind == PieceKind::kOpening)
      return host_.unit.is(host.first, device_.unit[device.first].text) &&
             host_.unit.is(host.last - 1, device_.unit[device.last - 1].text);
    if (host.kind == PieceKind::kFunction)
      return host.function != nullptr && device.function != nullptr &&
             signature(host_, *host.function) == signature(device_, *device.function);
    return host.kind == PieceKind::kDeclaration &&
           names_of(host_.unit, host) == names_of(device_.unit, device) &&
           !device_lambdas(host_, host.first, host.last).empty();
  }

  static std::string signature(const Side& side, const Function& function) {
    return side.unit.words(function.name_token, side.unit.after_group(function.parameters));
  }

  void write_pair(const Piece& host, const Piece& device) {
    if (host.kind == PieceKind::kFunction) return write_function(host, device);
    if (host.kind == PieceKind::kDeclaration)
      write_lambdas(host.first, host.last, device.first, device.last);
  }

  void write_function(const Piece& host, const Piece& device) {
    const Annotations h = host.function->annotations;
    const Annotations d = device.function->annotations;
    const bool runs_on_device = h.runs_on_device() || d.runs_on_device();
    const bool runs_on_host =
        !d.global && (h.host || d.host || !h.runs_on_device() || !d.runs_on_device());
    const bool both = (runs_on_device && runs_on_host) || host.function->is_constexpr;
    if (!host.function->is_defined || !device.function->is_defined) {
      if (runs_on_device && !h.runs_on_device()) replace(host, device);
    } else if (both) {
      write_both(*host.function, *device.function, runs_on_device && !h.runs_on_device());
    } else if (runs_on_device) {
      replace(host, device);
    } else {
      write_lambdas(host.function->end, host.last, device.function->end, device.last);
    }
  }

  void replace(const Piece& host, const Piece& device) {
    out_.copy_until(host.first);
    out_.insert_device(device.first, device.last);
    out_.skip_through(host.last);
  }

  // A constant expression is evaluated by the compiler, which is on no side: the host's.
  void write_both(const Function& host, const Function& device, bool annotate) {
    if (annotate) {
      out_.copy_until(host.head);
      out_.insert("__host__ __device__ ");
    }
    out_.copy_until(host.end);
    out_.insert(host.is_constexpr ? "{ if (!__builtin_is_constant_evaluated() && __emu_on_device())"
                                  : "{ if (__emu_on_device())");
    out_.insert_device(device.end, device_.unit.partner(device.end));
    out_.insert(" else ");
    out_.copy_through(host_.unit.partner(host.end));
    out_.insert(" }");
  }

  // Lambdas for the device in code of the host's: the n-th of one side is the n-th of the other.
  void write_lambdas(std::size_t host_first, std::size_t host_last, std::size_t device_first,
                     std::size_t device_last) {
    const auto host = device_lambdas(host_, host_first, host_last);
    const auto device = device_lambdas(device_, device_first, device_last);
    if (host.size() != device.size()) return;
    for (std::size_t i = 0; i < host.size(); ++i) write_lambda(host[i], device[i]);
  }

  void write_lambda(std::size_t host, std::size_t device) {
    const bool both = host_.scopes.at(host + 1).annotations.host;
    out_.copy_until(host);
    if (both) out_.insert("{ if (__emu_on_device())");
    out_.insert_device(device, device_.unit.partner(device));
    if (!both) return out_.skip_through(host_.unit.partner(host));
    out_.insert(" else ");
    out_.copy_through(host_.unit.partner(host));
    out_.insert(" }");
  }

  Side& host_;
  Side& device_;
  std::vector<Piece> host_pieces_, device_pieces_;
  std::vector<Difference> differences_;
  SideWriter out_;
};

}  // namespace

std::string merge_sides(std::string_view host, std::string_view device,
                        const IsUserFile& is_user_file) {
  if (host == device) return std::string(host);
  Side host_side(host, is_user_file);
  Side device_side(device, is_user_file);
  return Merger(host_side, device_side).run();
}

}  // namespace emu::translator
