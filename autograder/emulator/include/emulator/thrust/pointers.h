// thrust::device_ptr and what it points to: on the host a device_reference copies the value, on the
// device it is the value. thrust::universal_ptr points to managed memory.
#pragma once

#include <cstddef>
#include <iterator>
#include <ostream>
#include <type_traits>

#include "emulator/grids/grids.h"
#include "emulator/thrust/errors.h"

namespace emu {

/// Where the elements of an iterator are: `kAny` are computed.
enum class System : int { kAny, kHost, kDevice };

/// A copy of `size` bytes that has been made when this returns.
EMU_PASSING_ON void copy_bytes(void* to, const void* from, std::size_t size) {
  throw_on(cudaMemcpy(to, from, size, cudaMemcpyDefault), "thrust: a copy of an element");
}

}  // namespace emu

namespace thrust {

template <class Value>
class device_ptr;

/// An element in the device's memory.
template <class Value>
class device_reference {
 public:
  using value_type = std::remove_const_t<Value>;
  using pointer = device_ptr<Value>;

  explicit device_reference(const pointer& at) : at_(at.get()) {}
  device_reference(const device_reference&) = default;
  template <class Other, class = std::enable_if_t<std::is_convertible_v<Other*, Value*>>>
  device_reference(const device_reference<Other>& other) : at_((&other).get()) {}

  EMU_PASSING_ON operator value_type() const {
    if (emu::on_device()) return *at_;
    alignas(value_type) unsigned char bytes[sizeof(value_type)];
    emu::copy_bytes(bytes, at_, sizeof(value_type));
    return *std::launder(reinterpret_cast<value_type*>(bytes));
  }
  EMU_PASSING_ON const device_reference& operator=(const value_type& value) const {
    if (emu::on_device())
      *at_ = value;
    else
      emu::copy_bytes(at_, &value, sizeof(value_type));
    return *this;
  }
  EMU_PASSING_ON const device_reference& operator=(const device_reference& other) const {
    return *this = static_cast<value_type>(other);
  }
  EMU_PASSING_ON device_reference& operator=(const device_reference& other) {
    static_cast<const device_reference&>(*this) = static_cast<value_type>(other);
    return *this;
  }
  template <class Other>
  EMU_PASSING_ON const device_reference& operator=(const device_reference<Other>& other) const {
    return *this = static_cast<value_type>(static_cast<Other>(other));
  }
  pointer operator&() const { return pointer(at_); }

#define EMU_ASSIGNS(sign)                                                              \
  template <class Other>                                                               \
  EMU_PASSING_ON const device_reference& operator sign##=(const Other& other) const {  \
    return *this = static_cast<value_type>(static_cast<value_type>(*this) sign other); \
  }
  EMU_ASSIGNS(+)
  EMU_ASSIGNS(-)
  EMU_ASSIGNS(*)
  EMU_ASSIGNS(/)
  EMU_ASSIGNS(%)
  EMU_ASSIGNS(&)
  EMU_ASSIGNS(|)
  EMU_ASSIGNS(^)
  EMU_ASSIGNS(<<)
  EMU_ASSIGNS(>>)
#undef EMU_ASSIGNS
  EMU_PASSING_ON const device_reference& operator++() const { return *this += 1; }
  EMU_PASSING_ON const device_reference& operator--() const { return *this -= 1; }
  EMU_PASSING_ON value_type operator++(int) const {
    const value_type before = *this;
    *this += 1;
    return before;
  }
  EMU_PASSING_ON value_type operator--(int) const {
    const value_type before = *this;
    *this -= 1;
    return before;
  }

 private:
  Value* at_;
};

template <class Value>
std::ostream& operator<<(std::ostream& out, const device_reference<Value>& element) {
  return out << static_cast<std::remove_const_t<Value>>(element);
}

template <class Value>
void swap(const device_reference<Value>& a, const device_reference<Value>& b) {
  const Value first = a;
  a = static_cast<Value>(b);
  b = first;
}

}  // namespace thrust

namespace emu {

namespace types {

/// What device_ptr and universal_ptr have in common; they differ in what they refer to.
template <class Derived, class Value, class Reference>
class PointerOperations {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_cv_t<Value>;
  using difference_type = std::ptrdiff_t;
  using reference = Reference;
  using pointer = Derived;
  using element_type = Value;
  static constexpr System emulated_system = System::kDevice;

  constexpr PointerOperations() = default;
  constexpr explicit PointerOperations(Value* at) : at_(at) {}
  constexpr Value* get() const { return at_; }
  constexpr Value* emulated_unwrapped() const { return at_; }
  explicit operator bool() const { return at_ != nullptr; }

  Derived& operator+=(std::ptrdiff_t n) {
    at_ += n;
    return derived();
  }
  Derived& operator-=(std::ptrdiff_t n) { return *this += -n; }
  Derived& operator++() { return *this += 1; }
  Derived& operator--() { return *this += -1; }
  Derived operator++(int) {
    const Derived before = derived();
    ++at_;
    return before;
  }
  Derived operator--(int) {
    const Derived before = derived();
    --at_;
    return before;
  }
  friend Derived operator+(const Derived& a, std::ptrdiff_t n) { return Derived(a.get() + n); }
  friend Derived operator+(std::ptrdiff_t n, const Derived& a) { return Derived(a.get() + n); }
  friend Derived operator-(const Derived& a, std::ptrdiff_t n) { return Derived(a.get() - n); }

 private:
  Derived& derived() { return static_cast<Derived&>(*this); }
  Value* at_ = nullptr;
};

}  // namespace types

}  // namespace emu

namespace thrust {

#define EMU_POINTER(name, Referred, dereference)                                            \
  template <class Value>                                                                    \
  class name : public emu::types::PointerOperations<name<Value>, Value, Referred> {         \
    using Base = emu::types::PointerOperations<name<Value>, Value, Referred>;               \
                                                                                            \
   public:                                                                                  \
    using raw_pointer = Value*;                                                             \
    template <class Other>                                                                  \
    struct rebind {                                                                         \
      using other = name<Other>;                                                            \
    };                                                                                      \
    name() = default;                                                                       \
    name(std::nullptr_t) {}                                                                 \
    template <class Other, class = std::enable_if_t<std::is_convertible_v<Other*, Value*>>> \
    explicit name(Other* at) : Base(at) {}                                                  \
    template <class Other, class = std::enable_if_t<std::is_convertible_v<Other*, Value*>>> \
    name(const name<Other>& other) : Base(other.get()) {}                                   \
    EMU_PASSING_ON Referred operator*() const { return dereference(this->get()); }          \
    EMU_PASSING_ON Referred operator[](std::ptrdiff_t i) const {                            \
      return dereference(this->get() + i);                                                  \
    }                                                                                       \
    EMU_PASSING_ON Value* operator->() const { return this->get(); }                        \
  };                                                                                        \
  template <class A, class B>                                                               \
  std::ptrdiff_t operator-(const name<A>& a, const name<B>& b) {                            \
    return a.get() - b.get();                                                               \
  }                                                                                         \
  template <class A, class B>                                                               \
  bool operator==(const name<A>& a, const name<B>& b) {                                     \
    return a.get() == b.get();                                                              \
  }                                                                                         \
  template <class A, class B>                                                               \
  bool operator!=(const name<A>& a, const name<B>& b) {                                     \
    return a.get() != b.get();                                                              \
  }                                                                                         \
  template <class A, class B>                                                               \
  bool operator<(const name<A>& a, const name<B>& b) {                                      \
    return a.get() < b.get();                                                               \
  }                                                                                         \
  template <class A, class B>                                                               \
  bool operator>(const name<A>& a, const name<B>& b) {                                      \
    return a.get() > b.get();                                                               \
  }                                                                                         \
  template <class A, class B>                                                               \
  bool operator<=(const name<A>& a, const name<B>& b) {                                     \
    return a.get() <= b.get();                                                              \
  }                                                                                         \
  template <class A, class B>                                                               \
  bool operator>=(const name<A>& a, const name<B>& b) {                                     \
    return a.get() >= b.get();                                                              \
  }

#define EMU_REFER(at) device_reference<Value>(device_ptr<Value>(at))
EMU_POINTER(device_ptr, device_reference<Value>, EMU_REFER)
#undef EMU_REFER
#define EMU_REFER(at) *(at)
EMU_POINTER(universal_ptr, std::add_lvalue_reference_t<Value>, EMU_REFER)
#undef EMU_REFER
#undef EMU_POINTER

/// Memory of the device that has no elements of a type.
template <>
class device_ptr<void> {
 public:
  device_ptr() = default;
  explicit device_ptr(void* at) : at_(at) {}
  template <class Other>
  device_ptr(const device_ptr<Other>& other) : at_(other.get()) {}
  void* get() const { return at_; }
  template <class Other>
  explicit operator device_ptr<Other>() const {
    return device_ptr<Other>(static_cast<Other*>(at_));
  }

 private:
  void* at_ = nullptr;
};

template <class Value>
device_ptr<Value> device_pointer_cast(Value* at) {
  return device_ptr<Value>(at);
}
template <class Value>
device_ptr<Value> device_pointer_cast(const device_ptr<Value>& at) {
  return at;
}

template <class Value>
constexpr Value* raw_pointer_cast(Value* at) {
  return at;
}
template <class Value>
Value* raw_pointer_cast(const device_ptr<Value>& at) {
  return at.get();
}
template <class Value>
Value* raw_pointer_cast(const universal_ptr<Value>& at) {
  return at.get();
}

template <class Value>
Value& raw_reference_cast(Value& value) {
  return value;
}
template <class Value>
Value& raw_reference_cast(const device_reference<Value>& element) {
  return *(&element).get();
}

/// Throws std::bad_alloc if there is no memory.
EMU_PASSING_ON device_ptr<void> device_malloc(std::size_t bytes) {
  void* memory = nullptr;
  emu::throw_if_full(cudaMalloc(&memory, bytes));
  return device_ptr<void>(memory);
}
template <class Value>
EMU_PASSING_ON device_ptr<Value> device_malloc(std::size_t count) {
  return device_ptr<Value>(device_malloc(count * sizeof(Value)));
}
template <class Value>
EMU_PASSING_ON void device_free(const device_ptr<Value>& memory) {
  emu::throw_on(cudaFree(memory.get()), "thrust::device_free");
}

}  // namespace thrust
