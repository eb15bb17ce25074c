// `k<<<grid, block>>>(args)` becomes `(::emu::Configuration(grid, block) << (k(args),
// ::emu::Staged()))`. The configuration is evaluated first, as nvcc does; then the stub stages its
// arguments; then both go off together.
#include "translator/calls.h"
#include "translator/launch_syntax.h"
#include "translator/passes.h"

namespace emu::translator {
namespace {

// Why the function of that name cannot be launched; empty when it can, or is not known.
std::string why_not_a_kernel(const Work& work, const Launch& launch) {
  if (launch.name == kNone || launch.name != launch.kernel) return "";
  bool device = false;
  bool host = false;
  for (const Function& function : work.scopes.functions()) {
    if (function.name != work.unit[launch.name].text) continue;
    if (function.annotations.global || function.is_member) return "";
    device |= function.annotations.device;
    host |= !function.annotations.device;
  }
  if (device == host || is_hidden(work.unit, work.scopes, launch.name)) return "";
  return device ? "a __device__ function call cannot be configured"
                : "a host function call cannot be configured";
}

bool refuse_launch(Work& work, const Launch& launch) {
  if (launch.close == kNone) {
    work.refuse(launch.open, "expected \">>>\" to close the launch configuration opened here");
  } else if (launch.arguments == kNone) {
    work.refuse(launch.close, "expected a \"(\" with the kernel's arguments after \">>>\"");
  } else if (launch.slots.size() > 4) {
    work.refuse(launch.slots[4], "too many arguments in function call");
  } else if (launch.slots.empty()) {
    work.refuse(launch.open, "too few arguments in function call");
  } else if (const std::string why = why_not_a_kernel(work, launch); !why.empty()) {
    work.refuse(launch.kernel, why);
  } else {
    return false;
  }
  return true;
}

void translate_launch(Work& work, const Launch& launch) {
  work.edits.move_before(launch.kernel, launch.open + 1, launch.close - 1, "(::emu::Configuration(",
                         ") << (", launch.open);
  work.edits.remove(launch.open, launch.close + 2);
  work.edits.insert_after(work.unit.partner(launch.arguments), ", ::emu::Staged()))");
}

}  // namespace

void translate_launches(Work& work) {
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i) {
    if (!work.unit.is(i, "<<<")) continue;
    const Launch launch = read_launch(work.unit, i);
    if (!refuse_launch(work, launch)) translate_launch(work, launch);
  }
}

}  // namespace emu::translator
