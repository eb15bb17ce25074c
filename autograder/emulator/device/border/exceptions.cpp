// What a guided program throws: the C++ library gets only descriptions of classes that compilers
// have written, and what it destroys it destroys over the border.
#include "device/border/exceptions.h"

#include <cxxabi.h>
#include <unwind.h>

#include <cstring>
#include <typeinfo>

#include "device/border/callable.h"
#include "device/state.h"
#include "device/threads/returns.h"
#include "emulator/program.h"

namespace emu {

namespace {

void destroy_thrown(void* object) {
  const auto found = state.border.thrown.find(object);
  if (found == state.border.thrown.end()) return;
  const Destructor destroy = found->second;
  state.border.thrown.erase(found);
  call_program(destroy, object);
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
  emu::must_be_constant(type);
  emu::note_exception(__builtin_frame_address(0));
  if (destroy != nullptr) emu::state.border.thrown[object] = destroy;
  abi::__cxa_throw(object, type, destroy == nullptr ? nullptr : &emu::destroy_thrown);
}

/// Who catches an exception is asked of the description of its class.
[[noreturn]] void __wrap___cxa_rethrow() {
  if (const std::type_info* type = abi::__cxa_current_exception_type()) emu::must_be_constant(type);
  abi::__cxa_rethrow();
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
    emu::note_exception(__builtin_frame_address(0));
    emu::must_have_called(function);
  }
  const auto answer = __gxx_personality_v0(version, action, kind, exception, function);
  if (is_guided && answer == _URC_INSTALL_CONTEXT)
    emu::forget_returns(emu::place_of_return(function));
  return answer;
}

void* __wrap___dynamic_cast(const void* object, const abi::__class_type_info* from,
                            const abi::__class_type_info* to, std::ptrdiff_t hint) {
  const void* virtual_functions = nullptr;
  std::memcpy(&virtual_functions, object, sizeof virtual_functions);
  for (const void* described :
       {virtual_functions, static_cast<const void*>(from), static_cast<const void*>(to)})
    emu::must_be_constant(described);
  return abi::__dynamic_cast(object, from, to, hint);
}

/// Nothing of an exercise's runs when its process ends: see finish.cpp for __cxa_atexit.
int __wrap___cxa_thread_atexit(void (*)(void*), void*, void*) noexcept { return 0; }
}
