// thrust::device_vector, host_vector and universal_vector: one class, which differs in where its
// memory is and in how the host refers to an element.
#pragma once

#include <initializer_list>
#include <new>
#include <vector>

#include "emulator/thrust/copy.h"

namespace emu {

namespace types {

template <class Value>
struct HostMemory {
  using pointer = Value*;
  using const_pointer = const Value*;
  using reference = Value&;
  using const_reference = const Value&;
  EMU_PASSING_ON static Value* allocate(std::size_t count) {
    return static_cast<Value*>(::operator new(count * sizeof(Value)));
  }
  EMU_PASSING_ON static void free(Value* memory) { ::operator delete(memory); }
};

template <class Value>
struct DeviceMemory {
  using pointer = thrust::device_ptr<Value>;
  using const_pointer = thrust::device_ptr<const Value>;
  using reference = thrust::device_reference<Value>;
  using const_reference = thrust::device_reference<const Value>;
  EMU_PASSING_ON static Value* allocate(std::size_t count) {
    void* memory = nullptr;
    throw_if_full(cudaMalloc(&memory, count * sizeof(Value)));
    return static_cast<Value*>(memory);
  }
  EMU_PASSING_ON static void free(Value* memory) { cudaFree(memory); }
};

template <class Value>
struct ManagedMemory {
  using pointer = thrust::universal_ptr<Value>;
  using const_pointer = thrust::universal_ptr<const Value>;
  using reference = Value&;
  using const_reference = const Value&;
  EMU_PASSING_ON static Value* allocate(std::size_t count) {
    void* memory = nullptr;
    throw_if_full(cudaMallocManaged(&memory, count * sizeof(Value)));
    return static_cast<Value*>(memory);
  }
  EMU_PASSING_ON static void free(Value* memory) { cudaFree(memory); }
};

template <class Value, class Memory>
class Vector {
 public:
  using value_type = Value;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = typename Memory::pointer;
  using const_pointer = typename Memory::const_pointer;
  using iterator = pointer;
  using const_iterator = const_pointer;
  using reference = typename Memory::reference;
  using const_reference = typename Memory::const_reference;
  using reverse_iterator = thrust::reverse_iterator<iterator>;
  using const_reverse_iterator = thrust::reverse_iterator<const_iterator>;

  Vector() = default;
  EMU_PASSING_ON explicit Vector(std::size_t count) : Vector(count, Value()) {}
  EMU_PASSING_ON Vector(std::size_t count, const Value& value) { resize(count, value); }
  EMU_PASSING_ON Vector(const Vector& other) { copy_from(other.begin(), other.end()); }
  Vector(Vector&& other) noexcept { swap(other); }
  template <class OtherValue, class OtherMemory>
  EMU_PASSING_ON Vector(const Vector<OtherValue, OtherMemory>& other) {
    copy_from(other.begin(), other.end());
  }
  template <class OtherValue, class Allocator>
  EMU_PASSING_ON Vector(const std::vector<OtherValue, Allocator>& other) {
    copy_from(other.begin(), other.end());
  }
  EMU_PASSING_ON Vector(std::initializer_list<Value> values) {
    copy_from(values.begin(), values.end());
  }
  template <class Iterator, std::enable_if_t<kIsIterator<Iterator>, int> = 0>
  EMU_PASSING_ON Vector(Iterator first, Iterator last) {
    copy_from(first, last);
  }
  EMU_PASSING_ON ~Vector() { free(); }

  EMU_PASSING_ON Vector& operator=(const Vector& other) {
    if (this != &other) copy_from(other.begin(), other.end());
    return *this;
  }
  EMU_PASSING_ON Vector& operator=(Vector&& other) noexcept {
    free();
    swap(other);
    return *this;
  }
  template <class OtherValue, class OtherMemory>
  EMU_PASSING_ON Vector& operator=(const Vector<OtherValue, OtherMemory>& other) {
    copy_from(other.begin(), other.end());
    return *this;
  }
  template <class OtherValue, class Allocator>
  EMU_PASSING_ON Vector& operator=(const std::vector<OtherValue, Allocator>& other) {
    copy_from(other.begin(), other.end());
    return *this;
  }
  EMU_PASSING_ON Vector& operator=(std::initializer_list<Value> values) {
    copy_from(values.begin(), values.end());
    return *this;
  }
  template <class Iterator, std::enable_if_t<kIsIterator<Iterator>, int> = 0>
  EMU_PASSING_ON void assign(Iterator first, Iterator last) {
    copy_from(first, last);
  }
  EMU_PASSING_ON void assign(std::size_t count, const Value& value) {
    size_ = 0;
    resize(count, value);
  }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  pointer data() { return pointer(first_); }
  const_pointer data() const { return const_pointer(first_); }
  iterator begin() { return iterator(first_); }
  iterator end() { return iterator(first_ + size_); }
  const_iterator begin() const { return const_iterator(first_); }
  const_iterator end() const { return const_iterator(first_ + size_); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  EMU_PASSING_ON reference operator[](std::size_t i) {
    return begin()[static_cast<std::ptrdiff_t>(i)];
  }
  EMU_PASSING_ON const_reference operator[](std::size_t i) const {
    return begin()[static_cast<std::ptrdiff_t>(i)];
  }
  EMU_PASSING_ON reference front() { return begin()[0]; }
  EMU_PASSING_ON const_reference front() const { return begin()[0]; }
  EMU_PASSING_ON reference back() { return (*this)[size_ - 1]; }
  EMU_PASSING_ON const_reference back() const { return (*this)[size_ - 1]; }

  EMU_PASSING_ON void reserve(std::size_t count) {
    if (count <= capacity_) return;
    Value* const larger = Memory::allocate(count);
    if (size_ > 0) thrust::copy(begin(), end(), iterator(larger));
    const std::size_t kept = size_;
    free();
    first_ = larger;
    size_ = kept;
    capacity_ = count;
  }
  EMU_PASSING_ON void resize(std::size_t count) { resize(count, Value()); }
  EMU_PASSING_ON void resize(std::size_t count, const Value& value) {
    reserve(count);
    const std::size_t before = size_;
    size_ = count;
    if (count > before)
      thrust::uninitialized_fill(begin() + static_cast<std::ptrdiff_t>(before), end(), value);
  }
  EMU_PASSING_ON void clear() { size_ = 0; }
  EMU_PASSING_ON void shrink_to_fit() {
    if (size_ == capacity_) return;
    Vector smaller(begin(), end());
    swap(smaller);
  }
  EMU_PASSING_ON void push_back(const Value& value) {
    const Value kept = value;  // may be an element
    if (size_ == capacity_) reserve(capacity_ == 0 ? 1 : 2 * capacity_);
    ++size_;
    put(size_ - 1, kept);
  }
  template <class... Arguments>
  EMU_PASSING_ON void emplace_back(Arguments&&... arguments) {
    push_back(Value(std::forward<Arguments>(arguments)...));
  }
  EMU_PASSING_ON void pop_back() { --size_; }

  EMU_PASSING_ON iterator erase(iterator first, iterator last) {
    const auto at = first - begin();
    Vector behind(last, end());
    size_ = static_cast<std::size_t>(at);
    append(behind.begin(), behind.end());
    return begin() + at;
  }
  EMU_PASSING_ON iterator erase(iterator at) { return erase(at, at + 1); }
  template <class Iterator, std::enable_if_t<kIsIterator<Iterator>, int> = 0>
  EMU_PASSING_ON iterator insert(iterator position, Iterator first, Iterator last) {
    const auto at = position - begin();
    Vector behind(position, end()), added(first, last);
    size_ = static_cast<std::size_t>(at);
    append(added.begin(), added.end());
    append(behind.begin(), behind.end());
    return begin() + at;
  }
  EMU_PASSING_ON iterator insert(iterator position, const Value& value) {
    const Value kept = value;
    return insert(position, &kept, &kept + 1);
  }
  EMU_PASSING_ON iterator insert(iterator position, std::size_t count, const Value& value) {
    const Vector added(count, value);
    return insert(position, added.begin(), added.end());
  }

  void swap(Vector& other) noexcept {
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  friend void swap(Vector& a, Vector& b) noexcept { a.swap(b); }

 private:
  EMU_PASSING_ON void put(std::size_t i, const Value& value) {
    if constexpr (std::is_lvalue_reference_v<reference>)
      ::new (static_cast<void*>(first_ + i)) Value(value);
    else
      (*this)[i] = value;
  }
  template <class Iterator>
  EMU_PASSING_ON void append(Iterator first, Iterator last) {
    const auto count = static_cast<std::size_t>(std::distance(first, last));
    reserve(size_ + count);
    const std::size_t before = size_;
    size_ += count;
    construct();
    if (count > 0) thrust::copy(first, last, begin() + static_cast<std::ptrdiff_t>(before));
  }
  template <class Iterator>
  EMU_PASSING_ON void copy_from(Iterator first, Iterator last) {
    size_ = 0;
    append(first, last);
  }
  /// Elements of the host that are no plain bytes begin their lives before they are assigned.
  EMU_PASSING_ON void construct() {
    if constexpr (std::is_same_v<pointer, Value*> && !std::is_trivially_copyable_v<Value>)
      for (std::size_t i = 0; i < size_; ++i) ::new (static_cast<void*>(first_ + i)) Value();
  }
  EMU_PASSING_ON void free() {
    if (first_) Memory::free(first_);
    first_ = nullptr;
    size_ = capacity_ = 0;
  }

  Value* first_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

template <class Value, class Memory, class OtherMemory>
EMU_PASSING_ON bool operator==(const Vector<Value, Memory>& a,
                               const Vector<Value, OtherMemory>& b) {
  if (a.size() != b.size()) return false;
  std::vector<Value> first(a.size()), second(b.size());
  thrust::copy(a.begin(), a.end(), first.begin());
  thrust::copy(b.begin(), b.end(), second.begin());
  return first == second;
}
template <class Value, class Memory, class OtherMemory>
EMU_PASSING_ON bool operator!=(const Vector<Value, Memory>& a,
                               const Vector<Value, OtherMemory>& b) {
  return !(a == b);
}

}  // namespace types

}  // namespace emu

namespace thrust {

// Constructors that are inherited would not be inlined: messages name the line that allocates.
#define EMU_VECTOR(name, Memory)                                                                   \
  template <class Value, class Allocator = void>                                                   \
  class name : public emu::types::Vector<Value, emu::types::Memory<Value>> {                       \
    using Base = emu::types::Vector<Value, emu::types::Memory<Value>>;                             \
                                                                                                   \
   public:                                                                                         \
    using Base::operator=;                                                                         \
    name() = default;                                                                              \
    template <                                                                                     \
        class... Arguments,                                                                        \
        std::enable_if_t<                                                                          \
            sizeof...(Arguments) != 0 && std::is_constructible_v<Base, Arguments&&...>, int> = 0>  \
    EMU_PASSING_ON name(Arguments&&... arguments) : Base(std::forward<Arguments>(arguments)...) {} \
    EMU_PASSING_ON name(std::initializer_list<Value> values) : Base(values) {}                     \
    EMU_PASSING_ON name(const name& other) : Base(static_cast<const Base&>(other)) {}              \
    EMU_PASSING_ON name(name&& other) noexcept : Base(static_cast<Base&&>(other)) {}               \
    EMU_PASSING_ON name& operator=(const name& other) {                                            \
      Base::operator=(static_cast<const Base&>(other));                                            \
      return *this;                                                                                \
    }                                                                                              \
    EMU_PASSING_ON name& operator=(name&& other) noexcept {                                        \
      Base::operator=(static_cast<Base&&>(other));                                                 \
      return *this;                                                                                \
    }                                                                                              \
  };                                                                                               \
  template <class Iterator>                                                                        \
  name(Iterator, Iterator) -> name<emu::ValueOf<Iterator>>;
EMU_VECTOR(host_vector, HostMemory)
EMU_VECTOR(device_vector, DeviceMemory)
EMU_VECTOR(universal_vector, ManagedMemory)
#undef EMU_VECTOR

}  // namespace thrust
