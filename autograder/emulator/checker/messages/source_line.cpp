// From code address to source line, with libdw; only when there is something to say.
//
// Functions of the emulator's headers are usually inlined into the user's, so the line wanted is
// that of the innermost inlined call whose file is the user's own.
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <link.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "checker/checker.h"
#include "checker/state.h"
#include "memory/memory.h"

namespace emu::checker {

namespace {

/// A loaded module: its file, and how far it lies from where its file says.
struct Module {
  std::string path;
  std::uintptr_t bias = 0;
  std::uintptr_t wanted = 0;
  bool found = false;
};

int look_at_module(dl_phdr_info* info, std::size_t, void* out) {
  auto& module = *static_cast<Module*>(out);
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const auto& p = info->dlpi_phdr[i];
    if (p.p_type != PT_LOAD || module.wanted - (info->dlpi_addr + p.p_vaddr) >= p.p_memsz) continue;
    module.path = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
    module.bias = info->dlpi_addr;
    module.found = true;
    return 1;
  }
  return 0;
}

int no_separate_debug_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*,
                           GElf_Word, char**) {
  return -1;
}

int no_other_elf(Dwfl_Module*, void**, const char*, Dwarf_Addr, char**, Elf**) { return -1; }

constexpr Dwfl_Callbacks kCallbacks{no_other_elf, no_separate_debug_file, nullptr, nullptr};

/// With addresses as the file says them, wherever it is loaded.
Dwfl_Module* open_module(const std::string& path) {
  const auto [at, fresh] = state.code.opened.try_emplace(path, nullptr);
  if (!fresh) return at->second;
  Dwfl* dwfl = dwfl_begin(&kCallbacks);
  if (!dwfl) return nullptr;
  dwfl_report_begin(dwfl);
  at->second = dwfl_report_elf(dwfl, path.c_str(), path.c_str(), -1, 0, false);
  dwfl_report_end(dwfl, nullptr, nullptr);
  return at->second;
}

/// The folder in which the unit was compiled, with a slash; empty when unknown.
std::string folder_of(Dwarf_Die* unit) {
  Dwarf_Attribute attribute;
  const char* folder =
      unit ? dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute)) : nullptr;
  return folder ? std::string(folder) + "/" : "";
}

/// `file` may be relative to `folder`: clang cuts that off where it can.
bool is_users(const std::string& file, const std::string& folder) {
  const std::string whole = file.starts_with("/") ? file : folder + file;
  return !whole.starts_with(EMULATOR_INCLUDE_DIR) && !whole.starts_with("/usr/") &&
         !whole.starts_with("/opt/");
}

/// As the compiler was given it: libdw has put the compilation's folder in front.
std::string as_given(const std::string& file, const std::string& folder) {
  return !folder.empty() && file.starts_with(folder) ? file.substr(folder.size()) : file;
}

std::string name_of(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  const char* name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
  return name ? name : "";
}

Dwarf_Word number_of(Dwarf_Die* die, unsigned what) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  dwarf_formudata(dwarf_attr(die, what, &attribute), &value);
  return value;
}

/// A constructor or an assignment that the compiler has written: its line is that of its struct.
/// The operator of a lambda stands where the lambda does.
bool is_written_by_compiler(Dwarf_Die* scope) {
  Dwarf_Attribute attribute;
  return dwarf_tag(scope) == DW_TAG_inlined_subroutine &&
         dwarf_attr_integrate(scope, DW_AT_artificial, &attribute) &&
         name_of(scope) != "operator()";
}

/// Goes outwards through inlined calls: the innermost line in a file of the user's is what is
/// wanted, and behind it come its callers.
class Inlined {
 public:
  Inlined(Dwarf_Die* unit, const std::string& file, unsigned line)
      : folder_(folder_of(unit)), at_{file, line, ""} {
    dwarf_getsrcfiles(unit, &files_, &file_count_);
  }

  /// Whether there is a caller further out.
  bool leave(Dwarf_Die* scope) {
    if (is_users(at_.file, folder_) && !is_written_by_compiler(scope)) keep(name_of(scope));
    if (dwarf_tag(scope) != DW_TAG_inlined_subroutine) return false;
    const char* file = dwarf_filesrc(files_, number_of(scope, DW_AT_call_file), nullptr, nullptr);
    if (!file) return false;
    at_ = {file, static_cast<unsigned>(number_of(scope, DW_AT_call_line)), ""};
    return true;
  }

  /// As it was at first, if no line is the user's.
  SourceLine users_line(const SourceLine& first) const {
    if (frames_.empty()) return first;
    SourceLine line = frames_.front();
    line.callers.assign(frames_.begin() + 1, frames_.end());
    return line;
  }

 private:
  void keep(std::string function) {
    frames_.push_back({as_given(at_.file, folder_), at_.line, std::move(function)});
  }

  const std::string folder_;
  SourceLine at_;
  std::vector<SourceLine> frames_;
  Dwarf_Files* files_ = nullptr;
  std::size_t file_count_ = 0;
};

bool is_function(Dwarf_Die* die) {
  const int tag = dwarf_tag(die);
  return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram;
}

/// What may hold code.
bool is_scope(Dwarf_Die* die) {
  const int tag = dwarf_tag(die);
  return is_function(die) || tag == DW_TAG_lexical_block || tag == DW_TAG_namespace;
}

}  // namespace

/// The functions of a unit, and the calls that were inlined into them, each with where its code is.
class Functions {
 public:
  explicit Functions(Dwarf_Die* unit) { add_children(unit, kNone); }

  /// From the innermost call outwards.
  template <class Use>
  void each_around(Dwarf_Addr address, Use&& use) {
    std::size_t at = kNone;  // a function comes after that into which it was inlined
    for (const Range& range : ranges_)
      if (address >= range.begin && address < range.end) at = range.function;
    while (at != kNone && use(&functions_[at].die)) at = functions_[at].caller;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Function {
    Dwarf_Die die;
    std::size_t caller;
  };
  struct Range {
    Dwarf_Addr begin, end;
    std::size_t function;
  };

  void add_children(Dwarf_Die* of, std::size_t caller) {
    Dwarf_Die child;
    if (dwarf_child(of, &child) != 0) return;
    do {
      if (is_scope(&child)) add_children(&child, is_function(&child) ? add(child, caller) : caller);
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  std::size_t add(const Dwarf_Die& die, std::size_t caller) {
    functions_.push_back({die, caller});
    Dwarf_Addr base = 0, begin = 0, end = 0;
    for (std::ptrdiff_t next = 0;
         (next = dwarf_ranges(&functions_.back().die, next, &base, &begin, &end)) > 0;)
      ranges_.push_back({begin, end, functions_.size() - 1});
    return functions_.size() - 1;
  }

  std::vector<Function> functions_;
  std::vector<Range> ranges_;
};

namespace {

Functions& functions_of(Dwarf_Die* unit) {
  Functions*& known = state.code.functions[unit->addr];
  if (!known) known = new Functions(unit);
  return *known;
}

SourceLine leave_headers(const SourceLine& line, Dwarf_Die* unit, Dwarf_Addr address) {
  Inlined calls(unit, line.file, line.line);
  functions_of(unit).each_around(address, [&](Dwarf_Die* scope) { return calls.leave(scope); });
  return calls.users_line(line);
}

/// The compilation unit that holds the address. clang writes no index of them.
Dwarf_Die* unit_at(Dwfl_Module* module, Dwarf_Addr address, Dwarf_Addr* bias) {
  if (Dwarf_Die* indexed = dwfl_module_addrdie(module, address, bias)) return indexed;
  Dwarf_Die* unit = nullptr;
  while ((unit = dwfl_module_nextcu(module, unit, bias)))
    if (dwarf_haspc(unit, address - *bias) == 1) return unit;
  return nullptr;
}

/// clang gives line 0 to code that it has moved; then the nearest code before it tells more.
Dwarf_Line* known_line(Dwarf_Die* unit, Dwarf_Line* line) {
  Dwarf_Lines* lines = nullptr;
  std::size_t count = 0;
  dwarf_getsrclines(unit, &lines, &count);
  const auto number = [](Dwarf_Line* of) {
    int n = 0;
    dwarf_lineno(of, &n);
    return n;
  };
  if (number(line) != 0) return line;
  std::size_t at = 0;
  while (at < count && dwarf_onesrcline(lines, at) != line) ++at;
  while (at > 0 && number(dwarf_onesrcline(lines, at)) == 0) --at;
  return at < count ? dwarf_onesrcline(lines, at) : line;
}

SourceLine look_up(const void* site) {
  // A return address is that of the next instruction.
  Module module{.path = {}, .wanted = reinterpret_cast<std::uintptr_t>(site) - 1};
  dl_iterate_phdr(look_at_module, &module);
  Dwfl_Module* opened = module.found ? open_module(module.path) : nullptr;
  const Dwarf_Addr address = module.wanted - module.bias;
  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = opened ? unit_at(opened, address, &bias) : nullptr;
  Dwarf_Line* found = unit ? dwarf_getsrc_die(unit, address - bias) : nullptr;
  if (!found) return {};
  int number = 0;
  found = known_line(unit, found);
  dwarf_lineno(found, &number);
  const char* file = dwarf_linesrc(found, nullptr, nullptr);
  SourceLine line{file ? file : "", static_cast<unsigned>(number), ""};
  line = leave_headers(line, unit, address - bias);
  const std::string folder = folder_of(unit);
  if (is_users(line.file, folder)) line.file = as_given(line.file, folder);
  return line;
}

constexpr std::size_t kLookUpStack = std::size_t{1} << 20;

void look_up_aside() { state.code.aside.line = look_up(state.code.aside.site); }

/// libdw keeps 128 KB of lines in one frame, more than a device thread's stack has: what runs on
/// such a stack looks up lines on this one. Most runs need none.
SourceLine look_up_on_large_stack(const void* site) {
  auto& aside = state.code.aside;
  aside.site = site;
  getcontext(&aside.here);
  if (!aside.stack) aside.stack = std::make_unique_for_overwrite<char[]>(kLookUpStack);
  aside.here.uc_stack.ss_sp = aside.stack.get();
  aside.here.uc_stack.ss_size = kLookUpStack;
  aside.here.uc_link = &aside.caller;
  makecontext(&aside.here, &look_up_aside, 0);
  swapcontext(&aside.caller, &aside.here);
  return std::move(aside.line);
}

}  // namespace

void read_lines_ahead(const std::string& path) {
  Dwfl_Module* const module = open_module(path);
  Dwarf_Addr bias = 0;
  for (Dwarf_Die* unit = nullptr; module && (unit = dwfl_module_nextcu(module, unit, &bias));) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    dwarf_getsrclines(unit, &lines, &count);
    functions_of(unit);
  }
}

SourceLine source_line(const void* site) {
  if (!site) return {};
  const auto [at, fresh] = state.code.lines.try_emplace(site);
  if (fresh) {
    const bool on_device = memory::in_stacks(__builtin_frame_address(0));
    at->second = on_device ? look_up_on_large_stack(site) : look_up(site);
  }
  return at->second;
}

SourceLine line_of_access(const void* site, const WorkInfo& by) {
  SourceLine line = source_line(site);
  if (!line.file.starts_with(EMULATOR_INCLUDE_DIR) || by.kind != WorkInfo::Kind::kGrid ||
      by.file.empty())
    return line;
  return {std::string(by.file), by.line, std::string(by.kernel)};
}

}  // namespace emu::checker
