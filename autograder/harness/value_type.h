// Types of arguments and of returned values in a form that another program understands: a number's
// code, or, for a small struct, the codes of its members between kStruct and kEnd. The program that
// calls the exercise knows nothing else of exercise.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace harness {

enum class TypeCode : std::uint8_t {
  kEnd,  ///< of a struct's members; of the whole type
  kVoid,
  kPointer,
  kUnsigned8,
  kSigned8,
  kUnsigned16,
  kSigned16,
  kUnsigned32,
  kSigned32,
  kUnsigned64,
  kSigned64,
  kFloat,
  kDouble,
  kStruct  ///< its members follow, then kEnd
};

inline constexpr std::size_t kMaxValueBytes = 64;
inline constexpr std::size_t kMaxTypeCodes = 128;

/// One type, ended by kEnd.
using ValueType = std::array<TypeCode, kMaxTypeCodes>;

namespace reflection {

template <class... M>
struct Members {};

template <class... M>
Members<M...> members_of(const M&...);

/// Becomes whatever a member of Whole is initialized with; of course not a copy of Whole.
template <class Whole>
struct Anything {
  template <class M>
  requires(!std::is_same_v<M, Whole>) operator M()
      const;  // NOLINT: it converts unasked, that is what it is for
};

template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { T{((void)I, Anything<T>())...}; };
}

// Braces around the second group: they fit where one member takes all of it.
template <class T, std::size_t... Before, std::size_t... Inside, std::size_t... Behind>
constexpr bool takes(std::index_sequence<Before...>, std::index_sequence<Inside...>,
                     std::index_sequence<Behind...>) {
  return requires {
    T{((void)Before, Anything<T>())...,
      {((void)Inside, Anything<T>())...},
      ((void)Behind, Anything<T>())...};
  };
}

/// How many initializers T takes; each element of an array counts.
template <class T, std::size_t N>
constexpr std::size_t initializers() {
  if constexpr (N == 0 || takes<T>(std::make_index_sequence<N>())) {
    return N;
  } else {
    return initializers<T, N - 1>();
  }
}

/// How many initializers fit between braces of their own as the one at `At`.
template <class T, std::size_t At, std::size_t N>
constexpr std::size_t initializers_inside() {
  if constexpr (N <= 1 || takes<T>(std::make_index_sequence<At>(), std::make_index_sequence<N>(),
                                   std::make_index_sequence<0>())) {
    return N;
  } else {
    return initializers_inside<T, At, N - 1>();
  }
}

/// How many of all `All` initializers the member beginning at `At` uses up: those of an array as
/// many as it has elements, all else one.
template <class T, std::size_t At, std::size_t All>
constexpr std::size_t width() {
  constexpr std::size_t inside = initializers_inside<T, At, All - At>();
  if constexpr (inside <= 1 ||
                takes<T>(std::make_index_sequence<At>(), std::make_index_sequence<inside>(),
                         std::make_index_sequence<All - At - 1>())) {
    return 1;
  } else {
    return inside;
  }
}

template <class T, std::size_t All, std::size_t At = 0>
constexpr std::size_t count_members() {
  if constexpr (At >= All) {
    return 0;
  } else {
    return 1 + count_members<T, All, At + width<T, At, All>()>();
  }
}

/// An initializer needs a byte at least, or some bits of one.
template <class T>
constexpr std::size_t kMostInitializers = std::min(sizeof(T), kMaxValueBytes) + 8;

template <class T>
constexpr std::size_t kMembers = count_members<T, initializers<T, kMostInitializers<T>>()>();

inline constexpr std::size_t kMostMembers = 16;

template <class T>
auto members(const T& v) {
  constexpr std::size_t n = kMembers<T>;
  // clang-format off
  if constexpr (n == 1) { const auto& [a] = v; return members_of(a); }
  else if constexpr (n == 2) { const auto& [a, b] = v; return members_of(a, b); }
  else if constexpr (n == 3) { const auto& [a, b, c] = v; return members_of(a, b, c); }
  else if constexpr (n == 4) { const auto& [a, b, c, d] = v; return members_of(a, b, c, d); }
  else if constexpr (n == 5) { const auto& [a, b, c, d, e] = v; return members_of(a, b, c, d, e); }
  else if constexpr (n == 6) { const auto& [a, b, c, d, e, f] = v; return members_of(a, b, c, d, e, f); }
  else if constexpr (n == 7) { const auto& [a, b, c, d, e, f, g] = v; return members_of(a, b, c, d, e, f, g); }
  else if constexpr (n == 8) { const auto& [a, b, c, d, e, f, g, h] = v; return members_of(a, b, c, d, e, f, g, h); }
  else if constexpr (n == 9) { const auto& [a, b, c, d, e, f, g, h, i] = v; return members_of(a, b, c, d, e, f, g, h, i); }
  else if constexpr (n == 10) { const auto& [a, b, c, d, e, f, g, h, i, j] = v; return members_of(a, b, c, d, e, f, g, h, i, j); }
  else if constexpr (n == 11) { const auto& [a, b, c, d, e, f, g, h, i, j, k] = v; return members_of(a, b, c, d, e, f, g, h, i, j, k); }
  else if constexpr (n == 12) { const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = v; return members_of(a, b, c, d, e, f, g, h, i, j, k, l); }
  else if constexpr (n == 13) { const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = v; return members_of(a, b, c, d, e, f, g, h, i, j, k, l, m); }
  else if constexpr (n == 14) { const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o] = v; return members_of(a, b, c, d, e, f, g, h, i, j, k, l, m, o); }
  else if constexpr (n == 15) { const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p] = v; return members_of(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p); }
  else if constexpr (n == 16) { const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q] = v; return members_of(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q); }
  // clang-format on
}

template <class T>
using MembersOf = decltype(members(std::declval<const T&>()));

struct Layout {
  std::size_t size = 0, alignment = 1;
};

template <class M>
constexpr void add_to_layout(Layout& layout) {
  layout.size = (layout.size + alignof(M) - 1) / alignof(M) * alignof(M) + sizeof(M);
  layout.alignment = std::max(layout.alignment, alignof(M));
}

/// Where members lie when nothing but their own sizes and alignments says so, as the caller will
/// put them.
template <class... M>
constexpr Layout natural_layout(Members<M...>) {
  Layout layout;
  (add_to_layout<M>(layout), ...);
  layout.size = (layout.size + layout.alignment - 1) / layout.alignment * layout.alignment;
  return layout;
}

}  // namespace reflection

template <class T>
constexpr TypeCode number_code() {
  if constexpr (std::is_same_v<T, float>) {
    return TypeCode::kFloat;
  } else if constexpr (std::is_same_v<T, double>) {
    return TypeCode::kDouble;
  } else {
    static_assert(std::is_integral_v<T> && sizeof(T) <= 8,
                  "an argument by value is a number of at most 8 bytes, an enum, or a small struct "
                  "of these");
    constexpr bool is_signed = std::is_signed_v<T>;
    switch (sizeof(T)) {
      case 1:
        return is_signed ? TypeCode::kSigned8 : TypeCode::kUnsigned8;
      case 2:
        return is_signed ? TypeCode::kSigned16 : TypeCode::kUnsigned16;
      case 4:
        return is_signed ? TypeCode::kSigned32 : TypeCode::kUnsigned32;
      default:
        return is_signed ? TypeCode::kSigned64 : TypeCode::kUnsigned64;
    }
  }
}

/// Appends codes to a ValueType, whose last one stays kEnd; too many end the compilation.
struct TypeWriter {
  ValueType codes{};
  std::size_t size = 0;
  constexpr void add(TypeCode code) {
    if (size + 1 >= codes.size()) throw std::length_error("a struct of too many members");
    codes[size++] = code;
  }
};

template <class T>
constexpr void write_type(TypeWriter& writer);

template <class... M>
constexpr void write_members(TypeWriter& writer, reflection::Members<M...>) {
  (write_type<M>(writer), ...);
}

template <class T>
constexpr void write_struct(TypeWriter& writer) {
  static_assert(std::is_aggregate_v<T> && !std::is_union_v<T> && !std::is_empty_v<T> &&
                    std::is_trivially_copyable_v<T> && std::is_trivially_copy_constructible_v<T>,
                "a struct that is passed by value has members, and neither constructors nor bases");
  static_assert(reflection::kMembers<T> <= reflection::kMostMembers,
                "a struct that is passed by value has at most 16 members");
  constexpr reflection::Layout natural = reflection::natural_layout(reflection::MembersOf<T>());
  static_assert(natural.size == sizeof(T) && natural.alignment == alignof(T),
                "a struct that is passed by value is neither packed nor aligned by hand, and has "
                "no bit-fields");
  writer.add(TypeCode::kStruct);
  write_members(writer, reflection::MembersOf<T>());
  writer.add(TypeCode::kEnd);
}

template <class T>
constexpr void write_type(TypeWriter& writer) {
  if constexpr (std::is_void_v<T>) {
    writer.add(TypeCode::kVoid);
  } else if constexpr (std::is_array_v<T>) {  // of a struct: as many members
    for (std::size_t i = 0; i < std::extent_v<T>; ++i) {
      write_type<std::remove_extent_t<T>>(writer);
    }
  } else if constexpr (std::is_enum_v<T>) {
    writer.add(number_code<std::underlying_type_t<T>>());
  } else if constexpr (std::is_class_v<T> || std::is_union_v<T>) {
    write_struct<T>(writer);
  } else {
    writer.add(number_code<T>());
  }
}

template <class T>
constexpr ValueType make_value_type() {
  using Plain = std::remove_cv_t<T>;
  TypeWriter writer;
  if constexpr (std::is_pointer_v<Plain>) {
    writer.add(TypeCode::kPointer);
  } else {
    write_type<Plain>(writer);
  }
  return writer.codes;
}

/// The codes of a parameter or a returned value of type T. A pointer itself is kPointer; whatever
/// cannot be passed does not compile.
template <class T>
inline constexpr ValueType kValueType = make_value_type<T>();

}  // namespace harness
