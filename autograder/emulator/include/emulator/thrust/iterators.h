// Thrust's iterators over elements that are computed or lie elsewhere. Each says how to get to its
// elements from its position; `IteratorOperations` makes a random access iterator of it.
#pragma once

#include <tuple>

#include "emulator/thrust/policies.h"

namespace emu {

namespace types {

/// `Derived` has `element(n)`, the element `n` after its own, `move(n)` and `distance_from(other)`.
template <class Derived, class Value, class Reference>
class IteratorOperations {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = Value;
  using difference_type = std::ptrdiff_t;
  using reference = Reference;
  using pointer = void;

  EMU_PASSING_ON Reference operator*() const { return self().element(0); }
  EMU_PASSING_ON Reference operator[](std::ptrdiff_t n) const { return self().element(n); }
  Derived& operator+=(std::ptrdiff_t n) {
    self().move(n);
    return self();
  }
  Derived& operator-=(std::ptrdiff_t n) { return *this += -n; }
  Derived& operator++() { return *this += 1; }
  Derived& operator--() { return *this += -1; }
  Derived operator++(int) {
    const Derived before = self();
    *this += 1;
    return before;
  }
  Derived operator--(int) {
    const Derived before = self();
    *this += -1;
    return before;
  }
  friend Derived operator+(Derived a, std::ptrdiff_t n) { return a += n; }
  friend Derived operator+(std::ptrdiff_t n, Derived a) { return a += n; }
  friend Derived operator-(Derived a, std::ptrdiff_t n) { return a += -n; }
  friend std::ptrdiff_t operator-(const Derived& a, const Derived& b) { return a.distance_from(b); }
  friend bool operator==(const Derived& a, const Derived& b) { return a.distance_from(b) == 0; }
  friend bool operator!=(const Derived& a, const Derived& b) { return a.distance_from(b) != 0; }
  friend bool operator<(const Derived& a, const Derived& b) { return a.distance_from(b) < 0; }
  friend bool operator>(const Derived& a, const Derived& b) { return a.distance_from(b) > 0; }
  friend bool operator<=(const Derived& a, const Derived& b) { return a.distance_from(b) <= 0; }
  friend bool operator>=(const Derived& a, const Derived& b) { return a.distance_from(b) >= 0; }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace types
using types::IteratorOperations;

template <class Iterator>
using ValueOf = typename std::iterator_traits<Iterator>::value_type;
template <class Iterator>
using ReferenceOf = typename std::iterator_traits<Iterator>::reference;
template <class Iterator>
using Unwrapped = decltype(unwrap(std::declval<const Iterator&>()));

}  // namespace emu

namespace thrust {

struct use_default {};

/// first, first + 1, …
template <class Incrementable, class System = use_default, class Traversal = use_default,
          class Difference = use_default>
class counting_iterator : public emu::IteratorOperations<
                              counting_iterator<Incrementable, System, Traversal, Difference>,
                              Incrementable, Incrementable> {
 public:
  static constexpr emu::System emulated_system = emu::System::kAny;
  counting_iterator() = default;
  explicit counting_iterator(Incrementable first) : at_(first) {}
  EMU_INLINED Incrementable element(std::ptrdiff_t n) const {
    return static_cast<Incrementable>(at_ + static_cast<Incrementable>(n));
  }
  void move(std::ptrdiff_t n) { at_ = element(n); }
  std::ptrdiff_t distance_from(const counting_iterator& other) const {
    return static_cast<std::ptrdiff_t>(at_) - static_cast<std::ptrdiff_t>(other.at_);
  }

 private:
  Incrementable at_{};
};

template <class Incrementable>
counting_iterator<Incrementable> make_counting_iterator(Incrementable first) {
  return counting_iterator<Incrementable>(first);
}

/// The same value again and again.
template <class Value, class Incrementable = use_default, class System = use_default>
class constant_iterator
    : public emu::IteratorOperations<constant_iterator<Value, Incrementable, System>, Value,
                                     Value> {
 public:
  static constexpr emu::System emulated_system = emu::System::kAny;
  constant_iterator() = default;
  explicit constant_iterator(Value value, std::ptrdiff_t position = 0)
      : value_(value), position_(position) {}
  EMU_INLINED Value element(std::ptrdiff_t) const { return value_; }
  void move(std::ptrdiff_t n) { position_ += n; }
  std::ptrdiff_t distance_from(const constant_iterator& other) const {
    return position_ - other.position_;
  }

 private:
  Value value_{};
  std::ptrdiff_t position_ = 0;
};

template <class Value>
constant_iterator<Value> make_constant_iterator(Value value) {
  return constant_iterator<Value>(value);
}
template <class Value, class Position>
constant_iterator<Value> make_constant_iterator(Value value, Position position) {
  return constant_iterator<Value>(value, static_cast<std::ptrdiff_t>(position));
}

/// What a function makes of the elements of another iterator.
template <class Function, class Iterator, class Reference = use_default, class Value = use_default>
class transform_iterator
    : public emu::IteratorOperations<
          transform_iterator<Function, Iterator, Reference, Value>,
          std::decay_t<std::invoke_result_t<Function, emu::ReferenceOf<emu::Unwrapped<Iterator>>>>,
          std::invoke_result_t<Function, emu::ReferenceOf<emu::Unwrapped<Iterator>>>> {
 public:
  static constexpr emu::System emulated_system = emu::system_of<Iterator>();
  transform_iterator() = default;
  transform_iterator(Iterator base, Function function)
      : base_(base), function_(std::move(function)) {}
  explicit transform_iterator(Iterator base) : base_(base), function_() {}
  EMU_INLINED decltype(auto) element(std::ptrdiff_t n) const {
    return function_(emu::unwrap(base_)[n]);
  }
  void move(std::ptrdiff_t n) { base_ += n; }
  std::ptrdiff_t distance_from(const transform_iterator& other) const {
    return base_ - other.base_;
  }
  const Iterator& base() const { return base_; }
  Function functor() const { return function_; }
  auto emulated_unwrapped() const {
    return transform_iterator<Function, emu::Unwrapped<Iterator>>(emu::unwrap(base_), function_);
  }

 private:
  Iterator base_;
  mutable Function function_;
};

template <class Function, class Iterator>
transform_iterator<Function, Iterator> make_transform_iterator(Iterator base, Function function) {
  return {base, function};
}

/// elements[indices[i]]
template <class Elements, class Indices>
class permutation_iterator
    : public emu::IteratorOperations<permutation_iterator<Elements, Indices>,
                                     emu::ValueOf<Elements>, emu::ReferenceOf<Elements>> {
 public:
  static constexpr emu::System emulated_system =
      emu::system_of_all({emu::system_of<Elements>(), emu::system_of<Indices>()});
  permutation_iterator() = default;
  permutation_iterator(Elements elements, Indices indices)
      : elements_(elements), indices_(indices) {}
  EMU_INLINED decltype(auto) element(std::ptrdiff_t n) const {
    return elements_[static_cast<std::ptrdiff_t>(emu::ValueOf<Indices>(indices_[n]))];
  }
  void move(std::ptrdiff_t n) { indices_ += n; }
  std::ptrdiff_t distance_from(const permutation_iterator& other) const {
    return indices_ - other.indices_;
  }
  auto emulated_unwrapped() const {
    return permutation_iterator<emu::Unwrapped<Elements>, emu::Unwrapped<Indices>>(
        emu::unwrap(elements_), emu::unwrap(indices_));
  }

 private:
  Elements elements_;
  Indices indices_;
};

template <class Elements, class Indices>
permutation_iterator<Elements, Indices> make_permutation_iterator(Elements elements,
                                                                  Indices indices) {
  return {elements, indices};
}

/// Tuples of the elements of several iterators.
template <class Iterators>
class zip_iterator;

template <class... Iterators>
class zip_iterator<std::tuple<Iterators...>>
    : public emu::IteratorOperations<zip_iterator<std::tuple<Iterators...>>,
                                     std::tuple<emu::ValueOf<Iterators>...>,
                                     std::tuple<emu::ReferenceOf<Iterators>...>> {
 public:
  static constexpr emu::System emulated_system =
      emu::system_of_all({emu::system_of<Iterators>()...});
  zip_iterator() = default;
  explicit zip_iterator(std::tuple<Iterators...> iterators) : iterators_(iterators) {}
  EMU_INLINED std::tuple<emu::ReferenceOf<Iterators>...> element(std::ptrdiff_t n) const {
    return std::apply(
        [n](const auto&... each)
            EMU_INLINED { return std::tuple<emu::ReferenceOf<Iterators>...>(each[n]...); },
        iterators_);
  }
  void move(std::ptrdiff_t n) {
    std::apply([n](auto&... each) { ((each += n), ...); }, iterators_);
  }
  std::ptrdiff_t distance_from(const zip_iterator& other) const {
    return std::get<0>(iterators_) - std::get<0>(other.iterators_);
  }
  const std::tuple<Iterators...>& get_iterator_tuple() const { return iterators_; }
  auto emulated_unwrapped() const {
    return std::apply(
        [](const auto&... each) {
          return zip_iterator<std::tuple<emu::Unwrapped<Iterators>...>>(
              std::tuple<emu::Unwrapped<Iterators>...>(emu::unwrap(each)...));
        },
        iterators_);
  }

 private:
  std::tuple<Iterators...> iterators_;
};

template <class... Iterators>
zip_iterator<std::tuple<Iterators...>> make_zip_iterator(std::tuple<Iterators...> iterators) {
  return zip_iterator<std::tuple<Iterators...>>(iterators);
}
template <class... Iterators>
zip_iterator<std::tuple<Iterators...>> make_zip_iterator(Iterators... iterators) {
  return zip_iterator<std::tuple<Iterators...>>(std::tuple<Iterators...>(iterators...));
}

/// Calls a function of several arguments with a tuple of them.
template <class Function>
class zip_function {
 public:
  explicit zip_function(Function function) : function_(std::move(function)) {}
  template <class Tuple>
  EMU_PASSING_ON decltype(auto) operator()(Tuple&& arguments) const {
    return std::apply(function_, std::forward<Tuple>(arguments));
  }

 private:
  mutable Function function_;
};
template <class Function>
zip_function<std::decay_t<Function>> make_zip_function(Function&& function) {
  return zip_function<std::decay_t<Function>>(std::forward<Function>(function));
}

/// Takes everything and keeps nothing.
template <class System = use_default>
class discard_iterator {
 public:
  struct emulated_sink {
    template <class Value>
    const emulated_sink& operator=(const Value&) const {
      return *this;
    }
  };
  using iterator_category = std::random_access_iterator_tag;
  using value_type = emulated_sink;
  using difference_type = std::ptrdiff_t;
  using reference = emulated_sink;
  using pointer = void;
  static constexpr emu::System emulated_system = emu::System::kAny;
  explicit discard_iterator(std::ptrdiff_t position = 0) : position_(position) {}
  emulated_sink operator*() const { return {}; }
  emulated_sink operator[](std::ptrdiff_t) const { return {}; }
  discard_iterator& operator++() { return *this += 1; }
  discard_iterator& operator+=(std::ptrdiff_t n) {
    position_ += n;
    return *this;
  }
  friend discard_iterator operator+(discard_iterator a, std::ptrdiff_t n) { return a += n; }
  friend std::ptrdiff_t operator-(discard_iterator a, discard_iterator b) {
    return a.position_ - b.position_;
  }
  friend bool operator==(discard_iterator a, discard_iterator b) { return a - b == 0; }
  friend bool operator!=(discard_iterator a, discard_iterator b) { return a - b != 0; }

 private:
  std::ptrdiff_t position_;
};
inline discard_iterator<> make_discard_iterator(std::ptrdiff_t position = 0) {
  return discard_iterator<>(position);
}

/// From the last to the first.
template <class Iterator>
class reverse_iterator
    : public emu::IteratorOperations<reverse_iterator<Iterator>, emu::ValueOf<Iterator>,
                                     emu::ReferenceOf<Iterator>> {
 public:
  static constexpr emu::System emulated_system = emu::system_of<Iterator>();
  reverse_iterator() = default;
  explicit reverse_iterator(Iterator base) : base_(base) {}
  EMU_INLINED decltype(auto) element(std::ptrdiff_t n) const { return base_[-1 - n]; }
  void move(std::ptrdiff_t n) { base_ -= n; }
  std::ptrdiff_t distance_from(const reverse_iterator& other) const { return other.base_ - base_; }
  const Iterator& base() const { return base_; }
  auto emulated_unwrapped() const {
    return reverse_iterator<emu::Unwrapped<Iterator>>(emu::unwrap(base_));
  }

 private:
  Iterator base_;
};
template <class Iterator>
reverse_iterator<Iterator> make_reverse_iterator(Iterator base) {
  return reverse_iterator<Iterator>(base);
}

/// Stores what a function makes of what is assigned.
template <class Function, class Iterator>
class transform_output_iterator
    : public emu::IteratorOperations<transform_output_iterator<Function, Iterator>, int, int> {
 public:
  struct emulated_proxy {
    Iterator base;
    Function function;
    template <class Value>
    EMU_INLINED const emulated_proxy& operator=(const Value& value) const {
      *base = Function(function)(value);
      return *this;
    }
  };
  using value_type = emulated_proxy;
  using reference = emulated_proxy;
  static constexpr emu::System emulated_system = emu::system_of<Iterator>();
  transform_output_iterator(Iterator base, Function function) : base_(base), function_(function) {}
  EMU_INLINED emulated_proxy operator*() const { return {base_, function_}; }
  EMU_INLINED emulated_proxy operator[](std::ptrdiff_t n) const { return {base_ + n, function_}; }
  void move(std::ptrdiff_t n) { base_ += n; }
  std::ptrdiff_t distance_from(const transform_output_iterator& other) const {
    return base_ - other.base_;
  }
  auto emulated_unwrapped() const {
    return transform_output_iterator<Function, emu::Unwrapped<Iterator>>(emu::unwrap(base_),
                                                                         function_);
  }

 private:
  Iterator base_;
  Function function_;
};
template <class Function, class Iterator>
transform_output_iterator<Function, Iterator> make_transform_output_iterator(Iterator base,
                                                                             Function function) {
  return {base, function};
}

template <class Iterator>
struct iterator_value {
  using type = emu::ValueOf<Iterator>;
};
template <class Iterator>
using iterator_value_t = emu::ValueOf<Iterator>;
template <class Iterator>
struct iterator_reference {
  using type = emu::ReferenceOf<Iterator>;
};
template <class Iterator>
using iterator_reference_t = emu::ReferenceOf<Iterator>;
template <class Iterator>
struct iterator_difference {
  using type = typename std::iterator_traits<Iterator>::difference_type;
};
template <class Iterator>
using iterator_difference_t = typename std::iterator_traits<Iterator>::difference_type;
template <class Iterator>
struct iterator_system {
  using type = decltype(emu::policy_of<Iterator>());
};

}  // namespace thrust
