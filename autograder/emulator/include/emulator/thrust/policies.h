// Execution policies: where an algorithm runs, and in which stream. Without one, it runs where the
// elements of its iterators are. In device code every algorithm runs in the calling thread, as in
// CCCL 3.
#pragma once

#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

#include "emulator/thrust/pointers.h"

namespace emu {

namespace types {

/// In the thread that calls.
struct InThread {};

/// In grids. After them the host waits for the stream, unless told otherwise.
struct OnDevice {
  cudaStream_t stream = nullptr;
  bool waits = true;

  OnDevice on(cudaStream_t other) const { return {other, waits}; }
  /// Of the allocator only the emulator's own is needed.
  template <class Allocator>
  OnDevice operator()(Allocator&&) const {
    return *this;
  }
};

/// In the thread that calls; takes an allocator, too.
struct OnHost : InThread {
  template <class Allocator>
  OnHost operator()(Allocator&&) const {
    return *this;
  }
};

}  // namespace types
using types::InThread;
using types::OnDevice;
using types::OnHost;

template <class Policy>
inline constexpr bool kIsPolicy = std::is_base_of_v<InThread, std::decay_t<Policy>> ||
                                  std::is_base_of_v<OnDevice, std::decay_t<Policy>>;
template <class Policy>
inline constexpr bool kInGrids = std::is_base_of_v<OnDevice, std::decay_t<Policy>>;

template <class Policy>
using IfPolicy = std::enable_if_t<kIsPolicy<Policy>, int>;
template <class First>
using IfNoPolicy = std::enable_if_t<!kIsPolicy<First>, int>;

template <class Type, class = void>
struct SystemOf {
  static constexpr System value = System::kAny;
};
template <class Type>
struct SystemOf<Type, std::void_t<decltype(Type::emulated_system)>> {
  static constexpr System value = Type::emulated_system;
};
template <class Type>
struct SystemOf<Type*, void> {
  static constexpr System value = System::kHost;
};

template <class Type, class = void>
inline constexpr bool kSaysSystem = false;
template <class Type>
inline constexpr bool kSaysSystem<Type, std::void_t<decltype(Type::emulated_system)>> = true;

template <class Type, class = void>
inline constexpr bool kIsIterator = false;
template <class Type>
inline constexpr bool
    kIsIterator<Type, std::void_t<typename std::iterator_traits<Type>::iterator_category>> = true;

constexpr System system_of_all(std::initializer_list<System> systems) {
  bool host = false;
  for (const System system : systems) {
    if (system == System::kDevice) return System::kDevice;
    host |= system == System::kHost;
  }
  return host ? System::kHost : System::kAny;
}

/// Iterators of others, such as those of std::vector, are the host's.
template <class Type>
constexpr System system_of() {
  using Plain = std::decay_t<Type>;
  constexpr System known = SystemOf<Plain>::value;
  if (known != System::kAny) return known;
  return kIsIterator<Plain> && !kSaysSystem<Plain> ? System::kHost : System::kAny;
}

/// The policy for arguments of these types, if the program gives none.
template <class... Arguments>
auto policy_of() {
  if constexpr (system_of_all({system_of<Arguments>()...}) == System::kHost)
    return OnHost();
  else
    return OnDevice();
}

/// An iterator as device code uses it: raw pointers in the place of the device's.
template <class Iterator, class = void>
inline constexpr bool kIsWrapped = false;
template <class Iterator>
inline constexpr bool kIsWrapped<
    Iterator, std::void_t<decltype(std::declval<const Iterator&>().emulated_unwrapped())>> = true;

template <class Iterator>
EMU_PASSING_ON auto unwrap(const Iterator& iterator) {
  if constexpr (kIsWrapped<Iterator>)
    return iterator.emulated_unwrapped();
  else
    return iterator;
}

}  // namespace emu

namespace thrust {

struct host_system_tag : emu::OnHost {};
struct device_system_tag : emu::OnDevice {};

inline constexpr emu::OnHost host{};
inline constexpr emu::OnDevice device{};
inline constexpr emu::InThread seq{};

template <class Policy>
using device_execution_policy = emu::OnDevice;
template <class Policy>
using host_execution_policy = emu::OnHost;

namespace cuda {
inline constexpr emu::OnDevice par{};
inline constexpr emu::OnDevice par_nosync{nullptr, false};
using tag = emu::OnDevice;
}  // namespace cuda
namespace cpp {
inline constexpr emu::OnHost par{};
}
namespace system {
namespace cuda = thrust::cuda;
namespace cpp = thrust::cpp;
}  // namespace system

}  // namespace thrust
