// How much a list of words tells, in bits: about what a short code would take for it. Words that go
// on as those before them did are free: all the same, each one more than the last, or two taking
// turns. Where they cease to, the code has to say how long they did, and what comes instead. So it
// makes no difference how what is told is written: in few words or in the steps between many.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

namespace emu {

class Information {
 public:
  /// Whether the word goes on as those before it did.
  bool goes_on(std::uint32_t word) const { return word == next_by(rule_); }

  void add(std::uint32_t word) {
    if (goes_on(word)) {
      ++length_;
    } else {
      add_bits(kNewRule + std::bit_width(std::exchange(length_, 0)));
      rule_ = rule_for(word);
      if (rule_ == Rule::kNone) add_bits(bits_of_step(word - last_));
    }
    before_last_ = std::exchange(last_, word);
  }
  void add_bits(std::uint64_t bits) { bits_ += bits; }
  std::uint64_t bits() const { return bits_; }

  /// What it takes to say that a number is `step` more than expected, or less.
  static std::uint64_t bits_of_step(std::uint32_t step) {
    const auto sign = static_cast<std::uint32_t>(-static_cast<std::int32_t>(step >> 31));
    return static_cast<std::uint64_t>(std::bit_width(step << 1 ^ sign));
  }

 private:
  enum class Rule { kNone, kSame, kOneMore, kTurns };
  static constexpr std::uint64_t kNewRule = 2;

  std::uint32_t next_by(Rule rule) const {
    if (rule == Rule::kTurns) return before_last_;
    return rule == Rule::kOneMore ? last_ + 1 : last_;
  }
  Rule rule_for(std::uint32_t word) const {
    for (const Rule rule : {Rule::kSame, Rule::kOneMore, Rule::kTurns})
      if (word == next_by(rule)) return rule;
    return Rule::kNone;
  }

  Rule rule_ = Rule::kNone;  // as kSame, when nothing has been told yet or the last word was new
  std::uint64_t length_ = 0;
  std::uint32_t last_ = 0, before_last_ = 0;
  std::uint64_t bits_ = 0;
};

}  // namespace emu
