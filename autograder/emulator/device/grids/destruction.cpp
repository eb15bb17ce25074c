// The cure depends on who destroyed it: the same thread, another one of its block, or another
// block.
#include "device/grids/destruction.h"

#include <string_view>

#include "checker/current.h"
#include "checker/messages/words.h"

namespace emu {

namespace {

std::string place_of(const Destruction& gone) {
  return "line " + std::to_string(checker::source_line(gone.site).line);
}

bool in_one_block(checker::Position a, checker::Position b) {
  return &checker::block_at(a.phase) == &checker::block_at(b.phase);
}

/// What is to be done about it: the cure depends on who destroyed.
std::string cure(const Destruction& gone) {
  const checker::Position here = checker::current();
  if (!in_one_block(gone.by, here)) return "destroy it when no block has still to use it (M11)";
  if (gone.by.thread != here.thread)
    return "put __syncthreads() between the last use and " + place_of(gone) + " (M11)";
  return "destroy it after its last use, and leave what others still need";
}

}  // namespace

std::string with_article(const std::string& object) {
  const bool is_vowel = std::string_view("aeiou").find(object[0]) != std::string_view::npos;
  return (is_vowel ? "an " : "a ") + object;
}

Destruction destroyed_here(const void* site) { return {site, checker::current()}; }

std::string used_after(const Destruction& gone, const std::string& object, const char* call) {
  const checker::Position here = checker::current();
  const bool by_itself = in_one_block(gone.by, here) && gone.by.thread == here.thread;
  const std::string by =
      by_itself ? "the same thread"
                : checker::who_words(checker::make_stamp(gone.by.phase, gone.by.thread));
  return with_article(object) + " is used after " + call + " at " + place_of(gone) + " by " + by +
         ": " + cure(gone);
}

std::string destroyed_again(const Destruction& gone, const std::string& object) {
  return with_article(object) + " is destroyed a second time, first at " + place_of(gone) +
         ": is this the handle of the " + object + " that is meant?";
}

}  // namespace emu
