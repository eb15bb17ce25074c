// EXERCISE(entry_point, arguments…): one call of the student's code in a process of its own.
//
//   const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
//
// The parent never loads exercise.so; the name is only used for its declaration in exercise.h.
#pragma once

#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "harness/arguments.h"
#include "harness/outcome.h"

namespace harness {

/// A call with its types forgotten.
struct Call {
  std::string entry_point;
  ValueType return_value_type = {};
  std::vector<Argument> arguments;
  const std::type_info* return_type = nullptr;
  std::size_t return_bytes = 0;
};

/// Runs `call` in a fresh process under the running test's settings. Throws GraderError only.
Outcome run_exercise(const Call& call);

template <class Function>
struct Exercise;

template <class R, class... P>
struct Exercise<R(P...)> {
  static_assert(std::is_void_v<R> || std::is_arithmetic_v<R> || std::is_enum_v<R>,
                "an entry point returns void or a number");
  static_assert(sizeof...(P) <= kMaxArguments);

  template <class... A>
  static Outcome run(const char* entry_point, const A&... arguments) {
    static_assert(sizeof...(A) == sizeof...(P), "exercise.h declares another number of parameters");
    std::size_t return_bytes = 0;
    if constexpr (!std::is_void_v<R>) return_bytes = sizeof(R);
    return run_exercise(
        {entry_point, kValueType<R>, {bind_argument<P>(arguments)...}, &typeid(R), return_bytes});
  }
};

}  // namespace harness

/// Calls `entry_point` of the lesson's exercise.h in a process of its own; its value is the
/// Outcome. The arguments are compared with the declaration when the check is compiled.
#define EXERCISE(entry_point, ...) \
  ::harness::Exercise<decltype(entry_point)>::run(#entry_point __VA_OPT__(, ) __VA_ARGS__)
