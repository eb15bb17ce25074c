// cudaLaunchKernel and its kin. They get the arguments as `void**`, so the kernel's type must say
// how to unpack them: the translator drops the cast to `void*` that programs write around the
// kernel.
#pragma once

#include <utility>

#include "cuda_runtime_api.h"
#include "emulator/seam.h"

namespace emu {

// Calling a kernel's function stages a launch; `launch_checked` sends it off.
template <class... Parameters, std::size_t... Index>
EMU_PASSING_ON void stage_unpacked(void (*kernel)(Parameters...), void** arguments,
                                   std::index_sequence<Index...>) {
  (void)arguments;
  kernel(*static_cast<std::remove_cv_t<std::remove_reference_t<Parameters>>*>(arguments[Index])...);
}

namespace types {
/// How to stage a launch of a kernel that a program holds as `void*`, and its parameters' sizes.
struct KernelPointer {
  void (*stage)(const void* kernel, void** arguments);
  const std::size_t* sizes;
  std::size_t count;
  bool plain;  ///< arguments are bits only: any will do to stage a launch that is never sent off
};
}  // namespace types
using types::KernelPointer;
void note_kernel_pointer(const void* kernel, const KernelPointer& how);

/// `(void*)kernel`: the translator writes this instead of the cast, so that the type is not lost.
template <class... Parameters>
EMU_UNCHECKED void* kernel_pointer(void (*kernel)(Parameters...)) {
  static constexpr std::size_t sizes[] = {sizeof(std::remove_reference_t<Parameters>)..., 0};
  note_kernel_pointer(
      reinterpret_cast<const void*>(kernel),
      {[](const void* address, void** arguments) {
         stage_unpacked(reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(address)),
                        arguments, std::index_sequence_for<Parameters...>());
       },
       sizes, sizeof...(Parameters), (std::is_trivially_copyable_v<Parameters> && ...)});
  return reinterpret_cast<void*>(kernel);
}

/// Of something else that has the name of a kernel, such as a local variable: what the cast says.
template <class T, class = std::enable_if_t<!std::is_function_v<std::remove_pointer_t<T>>>>
EMU_UNCHECKED void* kernel_pointer(const T& value) {
  return (void*)value;
}

/// The address by which the C functions know a kernel.
template <class... Parameters>
EMU_UNCHECKED const void* kernel_address(void (*kernel)(Parameters...)) {
  return kernel_pointer(kernel);
}
template <class T>
EMU_UNCHECKED const void* kernel_address(T* kernel) {
  return reinterpret_cast<const void*>(kernel);
}

namespace types {
/// A configuration and where it was handed over; a parameter pack leaves no room for a default
/// argument of the function itself.
struct ConfigurationAt {
  const cudaLaunchConfig_t* configuration;
  SourceLocation where;
  ConfigurationAt(const cudaLaunchConfig_t* configuration_,
                  SourceLocation where_ = SourceLocation::current())
      : configuration(configuration_), where(where_) {}
};
}  // namespace types
using types::ConfigurationAt;

/// What the configuration's attributes say of what an emulated device acts on.
LaunchAttributes attributes_in(const cudaLaunchConfig_t& configuration);
/// Sends the staged launch off as `configuration` and its attributes say.
cudaError_t launch_configured(const ConfigurationAt& at);

}  // namespace emu

template <class... Parameters>
EMU_PASSING_ON cudaError_t cudaLaunchKernel(
    void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments, size_t shared_bytes = 0,
    cudaStream_t stream = nullptr, emu::SourceLocation where = emu::SourceLocation::current()) {
  emu::stage_unpacked(kernel, arguments, std::index_sequence_for<Parameters...>());
  return emu::launch_checked(grid, block, shared_bytes, stream, false, where);
}

template <class... Parameters>
EMU_PASSING_ON cudaError_t cudaLaunchCooperativeKernel(
    void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments, size_t shared_bytes = 0,
    cudaStream_t stream = nullptr, emu::SourceLocation where = emu::SourceLocation::current()) {
  emu::stage_unpacked(kernel, arguments, std::index_sequence_for<Parameters...>());
  return emu::launch_checked(grid, block, shared_bytes, stream, true, where);
}

template <class... Parameters>
EMU_PASSING_ON cudaError_t cudaLaunchKernelExC(emu::ConfigurationAt at,
                                               void (*kernel)(Parameters...), void** arguments) {
  emu::stage_unpacked(kernel, arguments, std::index_sequence_for<Parameters...>());
  return emu::launch_configured(at);
}

template <class... Parameters, class... Arguments>
EMU_PASSING_ON cudaError_t cudaLaunchKernelEx(emu::ConfigurationAt at,
                                              void (*kernel)(Parameters...),
                                              Arguments&&... arguments) {
  kernel(std::forward<Arguments>(arguments)...);
  return emu::launch_configured(at);
}
