#include "device/grids/variables.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "checker/resume.h"
#include "checker/shadow/bytes.h"
#include "device/device.h"
#include "device/state.h"

namespace emu {

namespace {

/// Small variables share a cell with their neighbors; the first of them owns it.
std::uintptr_t end_of_cells_before(std::uintptr_t address) {
  const auto next = state.variables.all.upper_bound(address);
  return next == state.variables.all.begin() ? 0 : std::prev(next)->second.end_cell;
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
  const auto next = state.variables.all.upper_bound(begin);
  if (next != state.variables.all.end())
    variable.end_cell = std::min(variable.end_cell, next->second.first_cell);
  variable.copies.resize(static_cast<std::size_t>(device_count()));
  for (VariableCopy& copy : variable.copies) copy.bytes.assign(bytes, bytes + size);
  state.variables.all[begin] = std::move(variable);
}

void note_symbol_address(std::uintptr_t begin, int device) {
  const auto found = state.variables.all.find(begin);
  if (found != state.variables.all.end()) found->second.asked_for |= 1u << device;
}

int foreign_variable(std::uintptr_t word, int device) {
  if (device_count() == 1) return -1;
  const auto next = state.variables.all.upper_bound(word);
  if (next == state.variables.all.begin()) return -1;
  const auto& [begin, variable] = *std::prev(next);
  if (word - begin >= variable.size || variable.asked_for == 0) return -1;
  if (variable.asked_for >> device & 1) return -1;
  return std::countr_zero(variable.asked_for);
}

int variables_shown() { return state.variables.shown; }

void show_variables(int device) {
  if (device == state.variables.shown) return;
  // Whether the latest store has changed anything is seen in the copy that it went to.
  if (checker::now.awaits_store) checker::see_store();
  for (auto& [begin, variable] : state.variables.all) {
    auto* const place = reinterpret_cast<char*>(begin);
    VariableCopy& out = variable.copies[static_cast<std::size_t>(state.variables.shown)];
    const VariableCopy& in = variable.copies[static_cast<std::size_t>(device)];
    std::memcpy(out.bytes.data(), place, variable.size);
    std::memcpy(place, in.bytes.data(), variable.size);
    exchange_cells(variable, out.cells, in.cells);
  }
  state.variables.shown = device;
}

}  // namespace emu
