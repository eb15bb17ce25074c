// Which writes of assembler text a hook has told of: after `call __tsan_write4`, up to the next
// call or label, those to the address that was in %rdi, by whatever name.
//
// The text is read forwards. What is not plainly told of counts as untold, which costs no more than
// time: the write is looked at when it happens.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "toolchain/objects/memory_accesses.h"

namespace emu::toolchain {

/// Which places hold the same number, but for a known distance: registers ("%rbx"), sums that
/// addresses consist of ("%rbp,%rax,4"), and what compilers put aside on the stack ("16(%rsp)").
class Values {
 public:
  /// A number that has no name but this one, and how far above it a place's is.
  struct Value {
    int number = 0;  // 0: none
    long distance = 0;
  };

  Value of(std::string_view place);
  void set(std::string_view place, Value value) {
    all_.insert_or_assign(std::string(place), value);
  }
  /// A register has another value now, and with it all that consists of it.
  void change(std::string_view target);
  /// A register's value grows.
  void grow(std::string_view target, long by);
  /// Something is written to the stack, `size` bytes from here on.
  void overwrite(long distance, int size);
  /// The stack's pointer has moved.
  void forget_stack();
  void forget() { all_.clear(); }

 private:
  std::map<std::string, Value, std::less<>> all_;
  int latest_ = 0;
};

class ToldWrites {
 public:
  /// The text's lines, in order; each before it is asked about the next one's writes.
  void read(const Statement& statement);
  /// Of `size` bytes at `address`.
  bool told_of(const Address& address, int size);

 private:
  void set(const Statement& statement, std::string_view target);
  void store(const Statement& statement, const Address& slot);
  void call(std::string_view function);
  void forget();

  Values values_;
  Values::Value told_;  // of where the latest hook was called for
  int size_ = 0;        // that this told of
  int length_ = 0;      // what is in %esi, if it is known
};

}  // namespace emu::toolchain
