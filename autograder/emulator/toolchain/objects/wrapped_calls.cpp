#include "toolchain/objects/wrapped_calls.h"

#include <unordered_set>

#include "toolchain/objects/object_file.h"

namespace emu::toolchain {

std::vector<std::string> wrapped_functions(const CommandLine& line) {
  const bool always = true, checked = line.checked, guided = line.guided();
  std::vector<std::string> names;
#define WRAPPED(when, name) \
  if (when) names.emplace_back(#name);
#define GUARDED(name) WRAPPED(checked, name)
#define LIBRARY_CALL(look, symbol) WRAPPED(guided, symbol)
#include "device/border/guarded.inc"
#include "device/border/library_calls.inc"
#include "device/border/wrapped.inc"
#include "device/hosts/openmp.inc"
#undef WRAPPED
#undef GUARDED
#undef LIBRARY_CALL
  return names;
}

std::vector<std::string> rename_calls_command(const CommandLine& line, const std::string& object) {
  const ObjectFile file(object);
  std::unordered_set<std::string_view> called;
  for (const Symbol& symbol : file.symbols())
    if (!symbol.defined) called.insert(symbol.name);
  std::vector<std::string> command = {"objcopy"};
  for (const std::string& name : wrapped_functions(line))
    if (called.contains(name)) command.push_back("--redefine-sym=" + name + "=__wrap_" + name);
  if (command.size() == 1) return {};
  command.push_back(object);
  return command;
}

}  // namespace emu::toolchain
