// What was given is free in whatever form it comes; what a host has made up is not, however it is
// written.
#include "device/border/handed_over/written_information.h"

#include <gtest/gtest.h>

#include <bit>
#include <list>
#include <random>
#include <vector>

#include "memory/own.h"

namespace emu {
namespace {

using Words = std::vector<Word>;

Word of_float(float number) { return std::bit_cast<Word>(number); }

Words numbers(std::size_t count, unsigned seed, Word below) {
  std::mt19937 random(seed);
  Words words;
  while (words.size() < count) words.push_back(random() % below);
  return words;
}

class ToldOf : public testing::Test {
 protected:
  void give(const Words& words, std::size_t fields = 1) {
    arrays_.push_back(words);
    given_.add_array(reinterpret_cast<const char*>(arrays_.back().data()),
                     words.size() * sizeof(Word), fields * sizeof(Word), false);
  }
  std::uint64_t bits(const Words& words) {
    WrittenInformation telling;
    telling.add(words, false, given_, [](Word) {});
    return telling.bits();
  }

  static constexpr std::uint64_t kFew = 64;
  std::list<Words> arrays_;
  Given given_;
};

TEST_F(ToldOf, WhatWasGivenIsFreeInItsOrder) {
  const Words points = numbers(600, 1, 1 << 30);
  give(points);
  EXPECT_LT(bits(points), kFew);
  EXPECT_LT(bits(Words(points.begin() + 100, points.begin() + 300)), kFew);
  EXPECT_GT(bits(Words(points.rbegin(), points.rend())), 600 * 20);
}

TEST_F(ToldOf, EachFieldMayStandByItselfOrAmongOthers) {
  Words xs = numbers(200, 1, 1 << 30), ys = numbers(200, 2, 1 << 30), both;
  for (std::size_t i = 0; i < xs.size(); ++i) both.insert(both.end(), {xs[i], ys[i]});
  give(both, 2);
  EXPECT_LT(bits(xs), kFew);
  EXPECT_LT(bits(ys), kFew);

  given_ = {};
  give(xs);
  give(ys);
  EXPECT_LT(bits(both), 2 * kFew);
}

TEST_F(ToldOf, NumbersMayBeOfTheOtherKind) {
  const Words ints = numbers(300, 1, 5000);
  give(ints);
  Words floats;
  for (const Word number : ints) floats.push_back(of_float(static_cast<float>(number)));
  EXPECT_LT(bits(floats), kFew);

  // Which of two kinds each has is something that somebody may say with it.
  const Words coin = numbers(300, 2, 2);
  for (std::size_t i = 0; i < floats.size(); ++i)
    if (coin[i] == 0) floats[i] = ints[i];
  EXPECT_GT(bits(floats), 300);
}

TEST_F(ToldOf, WordsThatGoOnTellNothing) {
  Words places, halves;
  for (Word i = 0; i < 400; ++i) places.push_back(i), halves.push_back(of_float(0.5f));
  EXPECT_LT(bits(places), kFew);
  EXPECT_LT(bits(halves), kFew);
}

TEST_F(ToldOf, WhatSomebodyMadeUpTellsAsMuchInAnyForm) {
  give(numbers(1000, 1, 1 << 30));
  const Words secret = numbers(256, 2, 256);  // eight bits each
  Words steps{0}, floats;
  for (const Word word : secret) {
    steps.push_back(steps.back() + word);
    floats.push_back(of_float(static_cast<float>(word)));
  }
  for (const Words& words : {secret, steps, floats}) EXPECT_GT(bits(words), 256 * 8);
}

}  // namespace
}  // namespace emu
