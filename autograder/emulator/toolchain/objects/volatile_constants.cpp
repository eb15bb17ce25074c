#include "toolchain/objects/volatile_constants.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include "toolchain/offline_callbacks.h"

namespace emu::toolchain {
namespace {

struct Qualifiers {
  bool is_const = false, is_volatile = false;
};

/// Of the variable itself, or of each element of an array.
Qualifiers qualifiers_of(Dwarf_Die variable) {
  Qualifiers found;
  Dwarf_Attribute type;
  Dwarf_Die die = variable;
  while (dwarf_attr_integrate(&die, DW_AT_type, &type) && dwarf_formref_die(&type, &die)) {
    const int tag = dwarf_tag(&die);
    found.is_const |= tag == DW_TAG_const_type;
    found.is_volatile |= tag == DW_TAG_volatile_type;
    if (tag != DW_TAG_const_type && tag != DW_TAG_volatile_type && tag != DW_TAG_typedef &&
        tag != DW_TAG_array_type)
      break;
  }
  return found;
}

/// It lies at one place as long as its thread runs, and one thread of the host's runs all of the
/// device's. Where a local one lies is told by the frame or a register.
bool has_address(Dwarf_Die* variable) {
  Dwarf_Attribute location;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (!dwarf_attr(variable, DW_AT_location, &location) ||
      dwarf_getlocation(&location, &operations, &count) != 0 || count == 0)
    return false;
  const Dwarf_Op& last = operations[count - 1];
  const bool of_thread =
      last.atom == DW_OP_GNU_push_tls_address || last.atom == DW_OP_form_tls_address;
  return of_thread || operations[0].atom == DW_OP_addr || operations[0].atom == DW_OP_addrx;
}

std::string message(Dwarf_Die* variable) {
  Dwarf_Attribute name;
  const char* words = dwarf_formstring(dwarf_attr_integrate(variable, DW_AT_name, &name));
  const char* file = dwarf_decl_file(variable);
  int line = 1;
  dwarf_decl_line(variable, &line);
  return std::string(file ? file : "") + "(" + std::to_string(line) +
         "): error: " + (words ? words : "a variable") +
         " is const and volatile: the checker cannot see who writes it. Leave out one of the two\n";
}

void look_at(Dwarf_Die die, std::string& messages) {
  do {
    if (dwarf_tag(&die) == DW_TAG_variable && has_address(&die)) {
      const Qualifiers its = qualifiers_of(die);
      if (its.is_const && its.is_volatile) messages += message(&die);
    }
    Dwarf_Die child;
    if (dwarf_child(&die, &child) == 0) look_at(child, messages);
  } while (dwarf_siblingof(&die, &die) == 0);
}

}  // namespace

std::string refused_constants(const std::string& object) {
  std::string messages;
  Dwfl* dwfl = dwfl_begin(&kOfflineCallbacks);
  if (dwfl && dwfl_report_offline(dwfl, object.c_str(), object.c_str(), -1)) {
    dwfl_report_end(dwfl, nullptr, nullptr);
    Dwarf_Addr bias = 0;
    for (Dwarf_Die* unit = nullptr; (unit = dwfl_nextcu(dwfl, unit, &bias));) {
      Dwarf_Die child;
      if (dwarf_child(unit, &child) == 0) look_at(child, messages);
    }
  }
  dwfl_end(dwfl);
  return messages;
}

}  // namespace emu::toolchain
