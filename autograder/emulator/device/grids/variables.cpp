#include "device/grids/variables.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <vector>

#include "checker/resume.h"
#include "checker/shadow/bytes.h"
#include "device/device.h"

namespace emu {

int variables_shown = 0;

namespace {

/// One device's copy of one variable while it is not shown, and what the checker knows of it.
struct Copy {
  std::vector<char> bytes;
  std::vector<checker::Cell> cells;
};

struct Variable {
  std::uintptr_t first_cell = 0, end_cell = 0;  // addresses; no other variable's cells
  std::size_t size = 0;
  std::vector<Copy> copies;     // by device
  std::uint32_t asked_for = 0;  // bits: the devices for which the program has its address
};

using Variables = std::map<std::uintptr_t, Variable>;  // by address

Variables& all() {
  static Variables variables;  // modules are registered before this library's constructors run
  return variables;
}

/// Small variables share a cell with their neighbours; the first of them owns it.
std::uintptr_t end_of_cells_before(std::uintptr_t address) {
  const auto next = all().upper_bound(address);
  return next == all().begin() ? 0 : std::prev(next)->second.end_cell;
}

void exchange_cells(const Variable& variable, std::vector<checker::Cell>& out,
                    const std::vector<checker::Cell>& in) {
  out.clear();
  std::size_t i = 0;
  for (std::uintptr_t a = variable.first_cell; a < variable.end_cell; a += 4, ++i) {
    checker::Cell& cell = *checker::cell_of(a);
    out.push_back(checker::take_cell(cell));
    if (i < in.size()) checker::put_cell(cell, in[i]);
  }
}

}  // namespace

void note_variable(std::uintptr_t begin, std::size_t size) {
  if (device_count() == 1) return;
  const auto* bytes = reinterpret_cast<const char*>(begin);
  Variable variable;
  variable.size = size;
  variable.first_cell = std::max(begin & ~std::uintptr_t{3}, end_of_cells_before(begin));
  variable.end_cell = std::max(variable.first_cell, (begin + size + 3) & ~std::uintptr_t{3});
  const auto next = all().upper_bound(begin);
  if (next != all().end()) variable.end_cell = std::min(variable.end_cell, next->second.first_cell);
  variable.copies.resize(static_cast<std::size_t>(device_count()));
  for (Copy& copy : variable.copies) copy.bytes.assign(bytes, bytes + size);
  all()[begin] = std::move(variable);
}

void note_symbol_address(std::uintptr_t begin, int device) {
  const auto found = all().find(begin);
  if (found != all().end()) found->second.asked_for |= 1u << device;
}

int foreign_variable(std::uintptr_t word, int device) {
  if (device_count() == 1) return -1;
  const auto next = all().upper_bound(word);
  if (next == all().begin()) return -1;
  const auto& [begin, variable] = *std::prev(next);
  if (word - begin >= variable.size || variable.asked_for == 0) return -1;
  if (variable.asked_for >> device & 1) return -1;
  return std::countr_zero(variable.asked_for);
}

void exchange_variables(int device) {
  // Whether the latest store has changed anything is seen in the copy that it went to.
  if (checker::now.awaits_store) checker::see_store();
  for (auto& [begin, variable] : all()) {
    auto* const place = reinterpret_cast<char*>(begin);
    Copy& out = variable.copies[static_cast<std::size_t>(variables_shown)];
    const Copy& in = variable.copies[static_cast<std::size_t>(device)];
    std::memcpy(out.bytes.data(), place, variable.size);
    std::memcpy(place, in.bytes.data(), variable.size);
    exchange_cells(variable, out.cells, in.cells);
  }
  variables_shown = device;
}

}  // namespace emu
