#include "translator/text/wrapped_names.h"

#include <unordered_set>

namespace emu {

bool is_wrapped_name(std::string_view name) {
  static const std::unordered_set<std::string_view> functions = {
#define WRAPPED(when, name) #name,
#define GUARDED(name) #name,
#define LIBRARY_CALL(look, symbol) #symbol,
#include "device/border/guarded.inc"
#include "device/border/library_calls.inc"
#include "device/border/wrapped.inc"
#include "device/hosts/openmp.inc"
#undef WRAPPED
#undef GUARDED
#undef LIBRARY_CALL
  };
  for (const std::string_view begin : {"__wrap_", "__real_"})
    if (name.starts_with(begin)) return functions.contains(name.substr(begin.size()));
  return false;
}

}  // namespace emu
