#include "device/border/library_calls.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <locale>
#include <sstream>

#include "checker/own_memory.h"
#include "device/border/kept_arguments.h"
#include "device/state.h"

namespace emu {

namespace {

using Passed = std::uintptr_t;

[[noreturn]] void refuse(const char* what) {
  std::fprintf(stderr, "the program calls the C++ library with %s: its memory was overwritten\n",
               what);
  std::abort();
}

Passed word_at(Passed address) {
  Passed word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

bool is_closed(Passed begin, std::size_t size) {
  return checker::touches_own(begin, size) || checker::touches_library(begin, size);
}

/// Nothing of the program's lies in them, and nobody but the library writes to them.
bool is_standard_stream(Passed address) {
  for (const std::ostream* stream : {&std::cout, &std::cerr, &std::clog})
    if (address - reinterpret_cast<Passed>(stream) < sizeof *stream) return true;
  return false;
}

/// Where an object is to be.
void look_at_place(Passed object) {
  constexpr std::size_t kSize = 64;
  if (is_closed(object, kSize) && !is_standard_stream(object))
    refuse("an object that lies elsewhere");
}

/// What some words of an object point to may be written to.
void look_at_words(Passed object, std::size_t first, std::size_t end) {
  constexpr std::size_t kAround = 128;
  for (std::size_t i = first; i < end; ++i)
    if (checker::touches_own(word_at(object + i * sizeof(Passed)) - kAround, 2 * kAround))
      refuse("an object that points elsewhere");
}

/// An object that is to be written to; what its first words point to may be, too.
void look_at_object(Passed object) {
  look_at_place(object);
  if (is_standard_stream(object)) return;
  look_at_words(object, 0, 2);
}

// ---- Streams: where libstdc++ keeps what --------------------------------------------------------

static_assert(sizeof(std::ostringstream) == 376 && sizeof(std::stringbuf) == 104 &&
              sizeof(std::ios) == 264 && sizeof(std::streambuf) == 64);

constexpr std::size_t kBuffer = 8, kFormats = kBuffer + sizeof(std::stringbuf);
// Of the buffer.
constexpr std::size_t kGetEnd = 24, kPutBegin = 32, kPutNext = 40, kPutEnd = 48, kText = 72,
                      kOwnText = 88;
// Of what all streams have.
constexpr std::size_t kCallbacks = 40, kOwnWords = 64, kWordCount = 192, kWords = 200, kTie = 216,
                      kStreamBuffer = 232;
// Of a string stream: tables of virtual functions, locales and facets.
constexpr std::size_t kTheSame[] = {0,
                                    kBuffer,
                                    kBuffer + 56,
                                    kFormats,
                                    kFormats + 208,
                                    kFormats + 240,
                                    kFormats + 248,
                                    kFormats + 256};

Passed model_word(std::size_t offset) {
  return word_at(reinterpret_cast<Passed>(&state.border.model) + offset);
}

/// The text of a string buffer, and the part that is written next.
bool has_own_text(Passed buffer) {
  const Passed text = word_at(buffer + kText);
  const std::size_t capacity = text == buffer + kOwnText ? 15 : word_at(buffer + kOwnText);
  return capacity < PTRDIFF_MAX && !is_closed(text, capacity + 1);
}
bool writes_into_text(Passed buffer) {
  const Passed text = word_at(buffer + kText), begin = word_at(buffer + kPutBegin),
               next = word_at(buffer + kPutNext), end = word_at(buffer + kPutEnd);
  const std::size_t capacity = text == buffer + kOwnText ? 15 : word_at(buffer + kOwnText);
  if (begin == 0 && next == 0 && end == 0) return true;  // nothing has been written yet
  return begin == text && begin <= next && next <= end && end <= text + capacity;
}
/// What str() hands out ends there.
bool reads_from_text(Passed buffer) {
  const Passed text = word_at(buffer + kText), end = word_at(buffer + kGetEnd);
  const std::size_t capacity = text == buffer + kOwnText ? 15 : word_at(buffer + kOwnText);
  return end == 0 || end - text <= capacity;
}
/// Nobody is called when it ends, and nothing is given back that was not taken.
bool has_own_words(Passed formats) {
  return word_at(formats + kCallbacks) == 0 && word_at(formats + kWords) == formats + kOwnWords &&
         static_cast<std::uint32_t>(word_at(formats + kWordCount)) == 8;
}

bool is_like_model(Passed stream) {
  for (const std::size_t offset : kTheSame)
    if (word_at(stream + offset) != model_word(offset)) return false;
  const Passed formats = stream + kFormats;
  return word_at(formats + kTie) == 0 && word_at(formats + kStreamBuffer) == stream + kBuffer &&
         has_own_words(formats);
}

// ---- One look for each kind of call -------------------------------------------------------------

void look_stream(Passed stream, Passed, Passed, Passed) {
  if (!is_standard_stream(stream) && !is_intact(reinterpret_cast<const void*>(stream)))
    refuse("a stream that is none");
}
// Stands on the program's stack while something is printed, and knows the stream.
void look_sentry(Passed sentry, Passed stream, Passed, Passed) {
  look_at_place(sentry);
  look_stream(stream, 0, 0, 0);
}
void look_sentry_end(Passed sentry, Passed, Passed, Passed) {
  look_stream(word_at(sentry + sizeof(Passed)), 0, 0, 0);
}
void look_buffer(Passed buffer, Passed, Passed, Passed) {
  if (is_closed(buffer, sizeof(std::stringbuf)) || !has_own_text(buffer))
    refuse("a buffer that is none");
}
// What is returned as an object goes to a place that is named before all arguments.
void look_returned_stream(Passed place, Passed stream, Passed, Passed) {
  look_at_place(place);
  look_stream(stream, 0, 0, 0);
}
void look_returned_buffer(Passed place, Passed buffer, Passed, Passed) {
  look_at_place(place);
  look_buffer(buffer, 0, 0, 0);
  if (!writes_into_text(buffer) || !reads_from_text(buffer)) refuse("a buffer that is none");
}
void look_formats(Passed formats, Passed, Passed, Passed) {
  if (!has_own_words(formats)) refuse("a stream that is none");
}
void look_locale(Passed locale, Passed, Passed, Passed) {
  if (word_at(locale) != model_word(kFormats + 208)) refuse("a locale that is none");
}
void look_locale_copy(Passed copy, Passed locale, Passed, Passed) {
  if (is_closed(copy, sizeof(Passed))) refuse("a locale that lies elsewhere");
  look_locale(locale, 0, 0, 0);
}
void look_widths(Passed facet, Passed, Passed, Passed) {
  if (facet != model_word(kFormats + 240)) refuse("a facet that is none");
}
// What printing looks for in a locale: it may be given its number now.
void look_facet_id(Passed id, Passed, Passed, Passed) {
  if (id != reinterpret_cast<Passed>(&std::ctype<char>::id)) refuse("a facet that is none");
}
// A part of a text is replaced by a part of the same text: `fresh` characters from `source` on
// instead of `old` at `place`, which `tail` others follow.
void look_replaced_text(Passed text, Passed place, Passed old, Passed source, Passed fresh,
                        Passed tail) {
  const Passed begin = word_at(text), own = text + 16;
  const std::size_t capacity = begin == own ? 15 : word_at(own);
  const std::size_t used = place - begin;
  if (capacity >= PTRDIFF_MAX || is_closed(begin, capacity + 1) || used > capacity ||
      tail > capacity - used || std::max(old, fresh) > capacity - used - tail)
    refuse("a text that is none");
  const std::size_t size = used + old + tail, skipped = source - begin;
  if (skipped > size || fresh > size - skipped) refuse("a text that is none");
}

void look_place(Passed place, Passed, Passed, Passed) { look_at_place(place); }
void look_place_and_object(Passed place, Passed object, Passed, Passed) {
  look_at_place(place);
  look_at_object(object);
}
void look_object(Passed object, Passed, Passed, Passed) { look_at_object(object); }
void look_two_objects(Passed one, Passed other, Passed, Passed) {
  look_at_object(one);
  look_at_object(other);
}
void look_three_objects(Passed first, Passed second, Passed third, Passed) {
  look_at_object(first);
  look_at_object(second);
  look_at_object(third);
}

// The head of a list, whose nodes are a ring.
void look_list(Passed head, Passed, Passed, Passed) {
  Passed node = head;
  do {
    look_at_object(node);
    node = word_at(node);
  } while (node != head);
}

// A node of a tree: color, parent, left, right.
constexpr std::size_t kParent = 8, kLeft = 16, kRight = 24;

void look_at_node(Passed node) {
  look_at_place(node);
  look_at_words(node, 1, 4);
}

/// All that a rotation around the node touches.
void look_around(Passed node, int depth) {
  if (node == 0) return;
  look_at_node(node);
  if (depth == 0) return;
  look_around(word_at(node + kLeft), depth - 1);
  look_around(word_at(node + kRight), depth - 1);
}
/// From a node up to the head, by which the tree is held.
void look_at_path(Passed node, Passed head) {
  constexpr int kHighest = 128;  // twice the height of a tree that fills the memory
  look_at_node(head);
  for (int i = 0; i < kHighest && node != 0 && node != head; ++i) {
    look_around(node, 2);
    node = word_at(node + kParent);
  }
}
void look_tree_insert(Passed, Passed fresh, Passed parent, Passed head) {
  look_at_place(fresh);
  look_at_path(parent, head);
}
void look_tree_erase(Passed node, Passed head, Passed, Passed) {
  Passed next = word_at(node + kRight);  // takes its place
  for (int i = 0; next != 0 && word_at(next + kLeft) != 0 && i < 128; ++i)
    next = word_at(next + kLeft);
  look_at_path(next == 0 ? node : next, head);
}

}  // namespace

bool is_intact(const void* stream) {
  const auto begin = reinterpret_cast<Passed>(stream);
  return !is_closed(begin, sizeof(std::ostringstream)) && is_like_model(begin) &&
         has_own_text(begin + kBuffer) && writes_into_text(begin + kBuffer);
}

#ifdef __x86_64__

#define LOOK(kind)                                                               \
  extern "C" [[gnu::visibility("hidden"), gnu::used]] void emulator_look_##kind( \
      Passed a, Passed b, Passed c, Passed d) {                                  \
    look_##kind(a, b, c, d);                                                     \
  }
extern "C" [[gnu::visibility("hidden"), gnu::used]] void emulator_look_replaced_text(
    Passed a, Passed b, Passed c, Passed d, Passed e, Passed f) {
  look_replaced_text(a, b, c, d, e, f);
}
LOOK(facet_id)
LOOK(stream)
LOOK(sentry)
LOOK(sentry_end)
LOOK(buffer)
LOOK(returned_stream)
LOOK(returned_buffer)
LOOK(formats)
LOOK(locale)
LOOK(locale_copy)
LOOK(list)
LOOK(widths)
LOOK(place)
LOOK(place_and_object)
LOOK(object)
LOOK(two_objects)
LOOK(three_objects)
LOOK(tree_insert)
LOOK(tree_erase)
#undef LOOK

// Whatever the arguments are, they stay where they are: the looks are at the first ones, and the
// call goes on in the library. The look is in %r10, the library's function in %r11.
asm(R"(
	.text
	.p2align 4
	.type emulator_look_first, @function
emulator_look_first:
)" KEEP_ARGUMENTS R"(
	call *%r10
)" GIVE_ARGUMENTS_BACK R"(
	jmp *%r11
	.size emulator_look_first, . - emulator_look_first
)");

// Libraries of other versions may lack some.
#define LIBRARY_CALL(look, symbol)                                           \
  asm("\t.text\n\t.p2align 4\n\t.weak " #symbol "\n\t.globl __wrap_" #symbol \
      "\n\t.type __wrap_" #symbol                                            \
      ", @function\n"                                                        \
      "__wrap_" #symbol                                                      \
      ":\n"                                                                  \
      "\tleaq emulator_look_" #look                                          \
      "(%rip), %r10\n"                                                       \
      "\tmovq " #symbol                                                      \
      "@GOTPCREL(%rip), %r11\n"                                              \
      "\tjmp emulator_look_first\n"                                          \
      "\t.size __wrap_" #symbol ", . - __wrap_" #symbol);
#include "device/border/library_calls.inc"
#undef LIBRARY_CALL

#endif

}  // namespace emu
