// Inline PTX that touches memory must say so to the compiler, which reads no PTX: without "memory"
// it may keep what C++ has written in registers, and move reads and writes past the instruction;
// without `volatile` it may drop an instruction whose result is not used. Here nothing of that
// happens, so it is said.
#include <cstring>
#include <string>

#include "checker/checker.h"
#include "device/finding.h"
#include "device/state.h"
#include "emulator/seam.h"

namespace emu {

namespace {

std::string why_careless(const std::string& opcode, const std::string& missing) {
  const std::string what = "the inline PTX " + opcode;
  if (missing == "volatile") {
    return what +
           " is in an asm that is not volatile: the compiler may drop it, or run it once for "
           "twice. Write asm volatile";
  }
  return what +
         " is in an asm without the clobber \"memory\": the compiler does not know that it "
         "touches or orders memory, and may keep values in registers across it or move reads and "
         "writes past it. Write it after the third colon: asm volatile(\"…\" : outputs : inputs : "
         "\"memory\")";
}

// One asm in the code, however often it is run, is one warning.
bool is_known(const void* site) { return !state.told.careless_asm.insert(site).second; }

}  // namespace

void inline_ptx(const char* opcode, const char* missing) {
  const void* site = EMU_SITE;
  count_operation(opcode, site);
  if (*missing == '\0' || is_known(site)) return;
  report_finding({.rule = "careless-asm",
                  .severity = checker::Severity::kWarning,
                  .message = why_careless(opcode, missing),
                  .where = checker::source_line(site),
                  .cites = "M11"});
}

bool ptx_carry() { return self().ptx_carry; }
void keep_ptx_carry(bool carry) { self().ptx_carry = carry; }

}  // namespace emu
