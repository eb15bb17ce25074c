// The exceptions that Thrust throws when CUDA reports an error.
#pragma once

#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

#include "cuda_runtime_api.h"

namespace thrust {

using std::errc;
using std::error_category;
using std::error_code;
using std::error_condition;
using std::generic_category;
using std::system_category;

/// An error of CUDA's runtime, by its number.
class system_error : public std::runtime_error {
 public:
  system_error(int code, const error_category& category, const std::string& what)
      : std::runtime_error(what + ": " + category.message(code)), code_(code, category) {}
  system_error(int code, const error_category& category)
      : std::runtime_error(category.message(code)), code_(code, category) {}
  system_error(const error_code& code, const std::string& what)
      : system_error(code.value(), code.category(), what) {}
  const error_code& code() const noexcept { return code_; }

 private:
  error_code code_;
};

namespace system {
using thrust::error_category;
using thrust::error_code;
using thrust::system_error;
}  // namespace system

class emu_cuda_category : public error_category {
 public:
  const char* name() const noexcept override { return "cuda"; }
  std::string message(int code) const override {
    const auto error = static_cast<cudaError_t>(code);
    return std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
  }
};
inline const error_category& cuda_category() {
  static const emu_cuda_category category;
  return category;
}

}  // namespace thrust

namespace emu {

inline void throw_on(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  throw thrust::system_error(static_cast<int>(error), thrust::cuda_category(), what);
}

inline void throw_if_full(cudaError_t error) {
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw std::bad_alloc();
  }
  throw_on(error, "thrust: an allocation");
}

}  // namespace emu
