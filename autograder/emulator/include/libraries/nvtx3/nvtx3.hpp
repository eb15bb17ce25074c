// NVTX's C++ form: ranges that end with their scope. Nothing shows them here.
#pragma once

#include <cstdint>

#include "nvToolsExt.h"

namespace nvtx3 {

struct rgb {
  using component_type = std::uint8_t;
  constexpr rgb(component_type red_, component_type green_, component_type blue_) noexcept
      : red(red_), green(green_), blue(blue_) {}
  component_type red, green, blue;
};
struct argb {
  using component_type = std::uint8_t;
  constexpr argb(component_type alpha_, component_type red_, component_type green_,
                 component_type blue_) noexcept
      : alpha(alpha_), red(red_), green(green_), blue(blue_) {}
  component_type alpha, red, green, blue;
};
class color {
 public:
  constexpr explicit color(std::uint32_t) noexcept {}
  constexpr color(argb) noexcept {}
  constexpr color(rgb) noexcept {}
};

/// A number for a kind of events.
class category {
 public:
  using id_type = std::uint32_t;
  constexpr explicit category(id_type id) noexcept : id_(id) {}
  constexpr id_type get_id() const noexcept { return id_; }

 private:
  id_type id_;
};
template <class Domain = void>
class named_category_in : public category {
 public:
  named_category_in(id_type id, const char*) noexcept : category(id) {}
  named_category_in(id_type id, const wchar_t*) noexcept : category(id) {}
};
using named_category = named_category_in<>;

class payload {
 public:
  template <class T>
  constexpr explicit payload(T) noexcept {}
};

class message {
 public:
  constexpr message(const char*) noexcept {}
  constexpr message(const wchar_t*) noexcept {}
  template <class String, class = decltype(static_cast<const String&>(String()).c_str())>
  message(const String&) noexcept {}
};

/// Any of the above, in any order.
class event_attributes {
 public:
  template <class... Parts>
  constexpr explicit event_attributes(const Parts&...) noexcept {}
};

/// A range from here to the end of the scope.
template <class Domain = void>
class scoped_range_in {
 public:
  scoped_range_in() noexcept {}
  template <class First, class... Rest>
  explicit scoped_range_in(const First&, const Rest&...) noexcept {}
  scoped_range_in(const scoped_range_in&) = delete;
  scoped_range_in& operator=(const scoped_range_in&) = delete;
  ~scoped_range_in() noexcept {}
};
using scoped_range = scoped_range_in<>;

/// A range that ends with the object, which may move.
template <class Domain = void>
class unique_range_in {
 public:
  template <class... Parts>
  explicit unique_range_in(const Parts&...) noexcept {}
  unique_range_in(unique_range_in&&) noexcept {}
  unique_range_in& operator=(unique_range_in&&) noexcept { return *this; }
  ~unique_range_in() noexcept {}
};
using unique_range = unique_range_in<>;

template <class Domain = void, class... Parts>
void mark_in(const Parts&...) noexcept {}
template <class... Parts>
void mark(const Parts&...) noexcept {}

/// A range that has begun.
struct range_handle {
  using value_type = nvtxRangeId_t;
  constexpr explicit range_handle(value_type id) noexcept : id_(id) {}
  constexpr value_type get_value() const noexcept { return id_; }

 private:
  value_type id_;
};
template <class... Parts>
range_handle start_range(const Parts&...) noexcept {
  return range_handle(0);
}
inline void end_range(range_handle) noexcept {}

}  // namespace nvtx3

#define NVTX3_FUNC_RANGE() const ::nvtx3::scoped_range nvtx3_range_of_function(__func__)
#define NVTX3_FUNC_RANGE_IN(Domain) \
  const ::nvtx3::scoped_range_in<Domain> nvtx3_range_of_function(__func__)
