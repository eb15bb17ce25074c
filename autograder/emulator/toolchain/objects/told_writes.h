// Which writes of assembler text a hook has told of: between `call __tsan_write4` and the next
// call, label or jump, those to the address that was in %rdi.
//
// The text is read forwards. What is not plainly told of counts as untold, which costs no more than
// time: the write is looked at when it happens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "toolchain/objects/memory_accesses.h"

namespace emu::toolchain {

/// What an address may be called here: a distance from registers.
class Names {
 public:
  void add(long distance, std::string_view registers);
  void forget() { all_.clear(); }
  /// A register gets another value: any, or that of another one and `distance`.
  void change(std::string_view target);
  void copy(std::string_view from, long distance, std::string_view target);
  /// A register's value grows.
  void grow(std::string_view target, long by);
  /// Whether `size` bytes from there on are among the `all` from this address on.
  bool hold(const Address& address, int size, int all) const;

 private:
  struct Name {
    long distance;
    std::string registers;
  };
  std::vector<Name> all_;
};

class ToldWrites {
 public:
  /// The text's lines, in order; each before it is asked about the next one's writes.
  void read(const Statement& statement);
  bool told_of(const Address& address, int size) const { return told_.hold(address, size, size_); }

 private:
  void set(const Statement& statement, std::string_view target);
  void change(std::string_view target);
  void call(std::string_view function);
  void forget();

  Names argument_, told_;  // of what is in %rdi, and of what was at the latest hook
  int size_ = 0;           // that this told of
  int length_ = 0;         // what is in %esi, if it is known
};

}  // namespace emu::toolchain
