// What a guided program throws: the C++ library gets only descriptions of classes that compilers
// have written, and what it destroys it destroys over the border. What it keeps of an exception
// lies on the heap, where the program may write: it is kept while the program runs, and put back.
#include "device/border/exceptions.h"

#include <cxxabi.h>
#include <unwind.h>

#include <cstdlib>
#include <cstring>
#include <typeinfo>
#include <utility>

#include "device/border/callable.h"
#include "device/state.h"
#include "device/threads/shadow_stack.h"
#include "emulator/program.h"

namespace emu {

namespace {

std::byte* header_of(void* object) {
  return static_cast<std::byte*>(object) - sizeof(ExceptionHeader);
}

/// The library goes on: it finds its words as it has left them.
void give_headers_back() {
  for (auto& [object, exception] : state.border.exceptions)
    if (std::exchange(exception.is_kept, false))
      std::memcpy(header_of(object), &exception.header, sizeof exception.header);
}

/// The program goes on.
void keep_headers() {
  for (auto& [object, exception] : state.border.exceptions) {
    std::memcpy(&exception.header, header_of(object), sizeof exception.header);
    exception.is_kept = true;
  }
}

/// Behind the unwinder's part of the header stands the object.
void* object_of(_Unwind_Exception* exception) { return exception + 1; }

bool is_of_this_language(const _Unwind_Exception* exception) {
  constexpr _Unwind_Exception_Class kCxx = 0x474e5543432b2b00;  // "GNUCC++" and 0
  return exception->exception_class == kCxx;
}

/// Of the exception that is being handled: what the Itanium C++ ABI calls `__cxa_exception`.
struct Header {
  void *type, *destroy, *unexpected, *terminate, *next;
  int handlers;  // negative: thrown again
  int selector;
  void *action, *language_data, *catch_temporary, *adjusted;
  _Unwind_Exception unwound;
};
static_assert(sizeof(Header) == 112);

/// The object that the end of this handler destroys, if it does.
void* ends_with_handler() {
  std::byte* header = nullptr;  // what the library's variables begin with
  std::memcpy(&header, abi::__cxa_get_globals(), sizeof header);
  if (header == nullptr) return nullptr;
  Header words;
  std::memcpy(&words, header, sizeof words);
  return words.handlers == 1 ? header + sizeof words : nullptr;
}

void destroy_thrown(void* object) {
  const auto found = state.border.exceptions.find(object);
  if (found == state.border.exceptions.end()) return;
  const Destructor destroy = found->second.destroy;
  state.border.exceptions.erase(found);
  if (destroy != nullptr) call_program(destroy, object);
}

/// Behind the call from which an exception comes into a function.
std::uintptr_t place_of_return(_Unwind_Context* function) {
  return _Unwind_GetCFA(function) - sizeof(std::uintptr_t);
}

/// The unwinder believes the stack: it would go on wherever a return address there leads.
void must_have_called(_Unwind_Context* function) {
  const std::uintptr_t kept = kept_return(place_of_return(function));
  if (kept != 0 && kept != _Unwind_GetIP(function))
    refuse_program("throws to where it was not called");
}

}  // namespace

}  // namespace emu

// An exercise's own calls of these come here (`--wrap`, toolchain/flags.cpp).
extern "C" {

[[noreturn]] void __wrap___cxa_throw(void* object, std::type_info* type, emu::Destructor destroy) {
  emu::must_be_description(type);
  emu::note_exception(__builtin_frame_address(0));
  emu::give_headers_back();
  std::memset(emu::header_of(object), 0, sizeof(emu::ExceptionHeader));
  emu::state.border.exceptions[object] = {.destroy = destroy};
  abi::__cxa_throw(object, type, &emu::destroy_thrown);
}

/// Who catches an exception is asked of the description of its class.
[[noreturn]] void __wrap___cxa_rethrow() {
  emu::give_headers_back();
  if (const std::type_info* type = abi::__cxa_current_exception_type())
    emu::must_be_description(type);
  abi::__cxa_rethrow();
}

void* __wrap___cxa_begin_catch(void* exception) noexcept {
  emu::give_headers_back();
  void* const object = abi::__cxa_begin_catch(exception);
  emu::keep_headers();
  return object;
}

void __wrap___cxa_end_catch() {
  emu::give_headers_back();
  void* const ends = emu::ends_with_handler();
  abi::__cxa_end_catch();
  emu::state.border.exceptions.erase(ends);
  emu::keep_headers();
}

[[noreturn]] void __wrap__Unwind_Resume(_Unwind_Exception* exception) {
  emu::give_headers_back();
  _Unwind_Resume(exception);
  std::abort();
}

_Unwind_Reason_Code __gxx_personality_v0(int, _Unwind_Action, _Unwind_Exception_Class,
                                         _Unwind_Exception*, _Unwind_Context*);

/// What the unwinder asks about each function of an exercise's that catches or cleans up.
_Unwind_Reason_Code __wrap___gxx_personality_v0(int version, _Unwind_Action action,
                                                _Unwind_Exception_Class kind,
                                                _Unwind_Exception* exception,
                                                _Unwind_Context* function) {
  const bool is_guided = emu::is_guided();
  if (is_guided) {
    emu::give_headers_back();
    emu::note_exception(__builtin_frame_address(0));
    emu::must_have_called(function);
  }
  const auto answer = __gxx_personality_v0(version, action, kind, exception, function);
  if (is_guided && answer == _URC_INSTALL_CONTEXT) {
    emu::forget_returns(emu::place_of_return(function));
    if (emu::is_of_this_language(exception))  // a library may have thrown it
      emu::state.border.exceptions[emu::object_of(exception)];
    emu::keep_headers();
  }
  return answer;
}

/// __dynamic_cast, under a name in which g++ 13 does not see it: that one ends with an internal
/// error when it folds a call whose hint it does not know.
void* emulator_dynamic_cast(const void*, const abi::__class_type_info*,
                            const abi::__class_type_info*,
                            std::ptrdiff_t) __asm__("__dynamic_cast");

void* __wrap___dynamic_cast(const void* object, const abi::__class_type_info* from,
                            const abi::__class_type_info* to, std::ptrdiff_t hint) {
  const std::type_info* const* functions = nullptr;
  std::memcpy(&functions, object, sizeof functions);
  for (const std::type_info* described : {functions[-1], static_cast<const std::type_info*>(from),
                                          static_cast<const std::type_info*>(to)})
    emu::must_be_description(described);
  return emulator_dynamic_cast(object, from, to, hint);
}

/// Nothing of an exercise's runs when its process ends: see finish.cpp for __cxa_atexit.
int __wrap___cxa_thread_atexit(void (*)(void*), void*, void*) noexcept { return 0; }
}
