#include "toolchain/objects/owned_names.h"

#include <initializer_list>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "toolchain/objects/symbol_message.h"
#include "translator/text/starts_with_any.h"
#include "translator/text/wrapped_names.h"

namespace emu::toolchain {
namespace {

/// What control_flow.cpp adds; a program with a symbol of that name would not be assembled.
constexpr std::string_view kProgramTable = "emulator_program";

bool is_reserved(std::string_view name) {
  if (name == kProgramTable) return false;
  return starts_with_any(name, {"__tsan_", "__ubsan_", "emulator_"}) || is_wrapped_name(name);
}

/// What the C library and the linker find by name when a program starts and ends.
bool belongs_to_the_start(std::string_view name) {
  for (const std::string_view one :
       {"_init", "_fini", "_start", "__libc_start_main", "__gmon_start__", "__cxa_finalize",
        "__cxa_atexit", "_ITM_registerTMCloneTable", "_ITM_deregisterTMCloneTable"})
    if (name == one) return true;
  return false;
}

}  // namespace

std::string refused_definitions(const ObjectFile& object, const std::string& source,
                                const std::string& library) {
  const std::vector<std::string> exported = exported_by(library);
  const std::unordered_set<std::string_view> owned(exported.begin(), exported.end());
  std::string messages;
  for (const Symbol& symbol : object.symbols()) {
    if (!symbol.defined) continue;
    if (owned.contains(symbol.name) || is_reserved(symbol.name))
      messages +=
          symbol_message(object, symbol, source, " belongs to the emulator: choose another name");
    else if (belongs_to_the_start(symbol.name))
      messages += symbol_message(object, symbol, source,
                                 " belongs to how programs start and end: choose another name");
  }
  return messages;
}

}  // namespace emu::toolchain
