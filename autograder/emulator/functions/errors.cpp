// cudaGetErrorName and cudaGetErrorString, from the one table of errors.
#include <algorithm>
#include <iterator>

#include "cuda_runtime_api.h"

namespace {

struct Error {
  int value;
  const char* name;
  const char* text;
};

// Ascending by value.
constexpr Error kErrors[] = {
#define EMU_ERROR(name, value, text) {value, #name, text},
#include "emulator/errors.inc"
#undef EMU_ERROR
};

const Error* find(cudaError_t error) {
  const int value = error;
  const Error* at = std::lower_bound(std::begin(kErrors), std::end(kErrors), value,
                                     [](const Error& e, int v) { return e.value < v; });
  return at != std::end(kErrors) && at->value == value ? at : nullptr;
}

}  // namespace

extern "C" const char* cudaGetErrorName(cudaError_t error) {
  const Error* const found = find(error);
  return found != nullptr ? found->name : "unrecognized error code";
}

extern "C" const char* cudaGetErrorString(cudaError_t error) {
  const Error* const found = find(error);
  return found != nullptr ? found->text : "unrecognized error code";
}
