// The macro EXERCISE makes one call of the student's code, in a process of its own.
//
//     const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
//     ASSERT_THAT(run, FinishedCleanly());
//
// The check program never loads exercise.so. It uses the name of the entry point only for its
// declaration in exercise.h.
#pragma once

#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "harness/arguments.h"
#include "harness/outcome.h"

namespace harness {

// What EXERCISE is made of; no check calls it.
/// @cond

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

/// @endcond

}  // namespace harness

/// Calls an entry point of the exercise once and waits until its process, and everything that it
/// started, has ended.
///
/// The settings of the running check apply to the call: its schedule, its devices and what
/// refuse_launch() and the like asked for. The compiler compares the arguments with the declaration
/// in exercise.h, so a check with a wrong type does not compile. A crash, a time limit or an
/// exercise that does not load is no error here: Outcome::ending says so, and FinishedCleanly()
/// tests it.
///
///     const std::vector<int> values = {3, 1, 2};
///     const Outcome run = EXERCISE(center, output<int>(3), input(values), 3, blocks);
///
/// @param entry_point  the name of a function that the lesson's exercise.h declares; it returns
///   void, a number or an enum, and has at most 24 parameters
/// @param ...  one argument per parameter: input(), output(), inout(), a value, or nullptr for any
///   pointer
/// @return the Outcome of the call
/// @throws GraderError if no process could be started
/// @hideinitializer
#define EXERCISE(entry_point, ...) \
  ::harness::Exercise<decltype(entry_point)>::run(#entry_point __VA_OPT__(, ) __VA_ARGS__)
