// The border to the program's code: how the device goes over it and comes back.
//
// A program that is not trusted was compiled so that it asks, before each indirect call and each
// return, whether it may go there (toolchain/objects/control_flow.h). It may begin functions of its
// own and those that are admitted here, and return to its own calls and to this border. Behind the
// border nothing is taken from the program's registers or stack. On other machines than x86-64, and
// in programs that are trusted, a call is a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace emu {

/// Ends the run if the function is neither the program's own nor one that it may name.
void must_be_callable(const void* function);

/// Whether it is one of the emulator's functions, which headers hand over in a program's name.
bool is_devices_own(const void* function);

namespace detail {

using Word = std::uint64_t;
Word enter_program(Word function, Word first, Word second, Word third);

template <class T>
Word to_word(T value) {
  static_assert(sizeof(T) <= sizeof(Word));
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<Word>(value);
  else
    return static_cast<Word>(value);
}

template <class R>
R from_word(Word word) {
  if constexpr (std::is_pointer_v<R>)
    return reinterpret_cast<R>(word);
  else if constexpr (!std::is_void_v<R>)
    return static_cast<R>(word);
}

}  // namespace detail

/// Calls a function of the program's with at most three numbers or pointers. An exception of the
/// emulator's own passes.
template <class R, class... P>
R call_program(R (*function)(P...), std::type_identity_t<P>... arguments) {
  static_assert(sizeof...(P) <= 3);
  detail::Word words[3] = {detail::to_word(arguments)...};
  return detail::from_word<R>(detail::enter_program(reinterpret_cast<detail::Word>(function),
                                                    words[0], words[1], words[2]));
}

}  // namespace emu
