// libffi knows where the machine's calling convention wants each argument.
#include "runner/entry_point.h"

#include <cstddef>

#include "runner/give_up.h"
#include "runner/shared_memory.h"

namespace harness {
namespace {

// Makes ffi_types from codes. They last as long as the process.
class TypeReader {
 public:
  explicit TypeReader(const ValueType& codes) : next_(codes.data()), end_(&codes.back()) {}

  ffi_type* read() {
    const TypeCode code = take();
    return code == TypeCode::kStruct ? read_struct() : number(code);
  }

 private:
  TypeCode take() {
    if (next_ == end_) give_up();
    return *next_++;
  }

  ffi_type* read_struct() {
    ffi_type* members[kMaxTypeCodes];
    std::size_t count = 0;
    while (*next_ != TypeCode::kEnd) members[count++] = read();
    take();
    auto** const list = new ffi_type*[count + 1];
    for (std::size_t i = 0; i < count; ++i) list[i] = members[i];
    list[count] = nullptr;
    return new ffi_type{0, 0, FFI_TYPE_STRUCT, list};
  }

  static ffi_type* number(TypeCode code) {
    switch (code) {
      case TypeCode::kVoid:
        return &ffi_type_void;
      case TypeCode::kPointer:
        return &ffi_type_pointer;
      case TypeCode::kUnsigned8:
        return &ffi_type_uint8;
      case TypeCode::kSigned8:
        return &ffi_type_sint8;
      case TypeCode::kUnsigned16:
        return &ffi_type_uint16;
      case TypeCode::kSigned16:
        return &ffi_type_sint16;
      case TypeCode::kUnsigned32:
        return &ffi_type_uint32;
      case TypeCode::kSigned32:
        return &ffi_type_sint32;
      case TypeCode::kUnsigned64:
        return &ffi_type_uint64;
      case TypeCode::kSigned64:
        return &ffi_type_sint64;
      case TypeCode::kFloat:
        return &ffi_type_float;
      case TypeCode::kDouble:
        return &ffi_type_double;
      case TypeCode::kEnd:
      case TypeCode::kStruct:
        break;
    }
    give_up();
  }

  const TypeCode* next_;
  const TypeCode* end_;
};

}  // namespace

EntryPointCall::EntryPointCall(Control& control) {
  for (std::uint32_t i = 0; i < control.argument_count; ++i) {
    Slot& slot = control.slots[i];
    types_[i] = TypeReader(slot.type).read();
    arrays_[i] = array(i);
    values_[i] = slot.kind == SlotKind::kValue ? static_cast<void*>(slot.value) : &arrays_[i];
  }
  if (ffi_prep_cif(&cif_, FFI_DEFAULT_ABI, control.argument_count,
                   TypeReader(control.return_type).read(), types_) != FFI_OK) {
    give_up();
  }
}

void EntryPointCall::operator()(void (*function)(), void* returned) {
  ffi_call(&cif_, function, returned, values_);
}

}  // namespace harness
