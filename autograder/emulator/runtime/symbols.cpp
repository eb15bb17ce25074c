// __device__, __constant__ and __managed__ variables, as the host sees them by name.
#include "cuda_runtime_api.h"
#include "device/device.h"
#include "device/grids/modules.h"
#include "device/grids/variables.h"
#include "memory/memory.h"
#include "runtime/calls.h"
#include "runtime/pointers.h"
#include "runtime/transfer.h"

namespace emu {

namespace {

/// The variable that begins at the address; null for anything else.
const memory::Allocation* known_variable_at(const void* symbol) {
  const auto address = reinterpret_cast<std::uintptr_t>(symbol);
  const memory::Allocation* found = memory::find(address);
  return found && found->name && found->begin == address ? found : nullptr;
}

const memory::Allocation* variable_at(const void* symbol) {
  if (const auto* found = known_variable_at(symbol)) return found;
  register_modules();  // its library may have been loaded since
  return known_variable_at(symbol);
}

cudaError_t check_part(const Call& call, const void* symbol, std::size_t count,
                       std::size_t offset) {
  const memory::Allocation* variable = variable_at(symbol);
  if (!variable) return cudaErrorInvalidSymbol;
  if (offset <= variable->size && count <= variable->size - offset) return cudaSuccess;
  warn(call, "out-of-bounds",
       std::string(call.name) + " of " + std::to_string(count) + " bytes from byte " +
           std::to_string(offset) + " on does not fit into " + variable->name + ", which has " +
           std::to_string(variable->size) + " bytes",
       "H5");
  return cudaErrorInvalidValue;
}

cudaError_t to_symbol(const Call& call, const void* symbol, const void* from, std::size_t count,
                      std::size_t offset, cudaMemcpyKind kind, Course course) {
  if (const cudaError_t error = check_part(call, symbol, count, offset)) return error;
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  auto* const to = static_cast<char*>(const_cast<void*>(symbol)) + offset;
  auto* const source = static_cast<char*>(const_cast<void*>(from));
  course.named = to;
  return copy(call, {to, count, count}, {source, count, count}, {count}, kind, course);
}

cudaError_t from_symbol(const Call& call, void* to, const void* symbol, std::size_t count,
                        std::size_t offset, cudaMemcpyKind kind, Course course) {
  if (const cudaError_t error = check_part(call, symbol, count, offset)) return error;
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  auto* const from = static_cast<char*>(const_cast<void*>(symbol)) + offset;
  course.named = from;
  return copy(call, {static_cast<char*>(to), count, count}, {from, count, count}, {count}, kind,
              course);
}

}  // namespace

extern "C" cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t count,
                                          std::size_t offset, cudaMemcpyKind kind) {
  return api(
      {"cudaMemcpyToSymbol", EMU_SITE},
      [&](const Call& call) {
        return to_symbol(call, symbol, from, count, offset, kind, kSynchronous);
      },
      [&] { return copy_detail(symbol, from, count); });
}

extern "C" cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from,
                                               std::size_t count, std::size_t offset,
                                               cudaMemcpyKind kind, cudaStream_t stream) {
  return api(
      {"cudaMemcpyToSymbolAsync", EMU_SITE},
      [&](const Call& call) {
        return to_symbol(call, symbol, from, count, offset, kind, {stream});
      },
      [&] { return copy_detail(symbol, from, count); });
}

extern "C" cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t count,
                                            std::size_t offset, cudaMemcpyKind kind) {
  return api(
      {"cudaMemcpyFromSymbol", EMU_SITE},
      [&](const Call& call) {
        return from_symbol(call, to, symbol, count, offset, kind, kSynchronous);
      },
      [&] { return copy_detail(to, symbol, count); });
}

extern "C" cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t count,
                                                 std::size_t offset, cudaMemcpyKind kind,
                                                 cudaStream_t stream) {
  return api(
      {"cudaMemcpyFromSymbolAsync", EMU_SITE},
      [&](const Call& call) {
        return from_symbol(call, to, symbol, count, offset, kind, {stream});
      },
      [&] { return copy_detail(to, symbol, count); });
}

extern "C" cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return api({"cudaGetSymbolAddress", EMU_SITE}, [&](const Call&) {
    if (!pointer) return cudaErrorInvalidValue;
    if (!variable_at(symbol)) return cudaErrorInvalidSymbol;
    *out(pointer) = const_cast<void*>(symbol);
    note_symbol_address(reinterpret_cast<std::uintptr_t>(symbol), current_device().number);
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGetSymbolSize(std::size_t* size, const void* symbol) {
  return api({"cudaGetSymbolSize", EMU_SITE}, [&](const Call&) {
    const memory::Allocation* variable = variable_at(symbol);
    if (!size || !variable) return size ? cudaErrorInvalidSymbol : cudaErrorInvalidValue;
    *out(size) = variable->size;
    return cudaSuccess;
  });
}

}  // namespace emu
