// No word of an asm's text becomes code of the program, whatever stands around it.
#include <gmock/gmock.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

// Places in PTX where words of the text could go over into C++; `@` stands for what is put there.
const std::vector<std::string> kPlaces = {
    "@ %0, %1;",
    "@add.s32 %0, %1, %1;",
    "add@.s32 %0, %1, %1;",
    "add.@s32 %0, %1, %1;",
    "add.s32@ %0, %1, %1;",
    "add.s32 @%0, %1, %1;",
    "add.s32 %0@, %1, %1;",
    "add.s32 %0, %1@, %1;",
    "add.s32 %0, %1, %1@;",
    "add.s32 %0, %1, 1@;",
    "add.s32 %0, %1, @1;",
    "add.s32 %0, %1, 0x1@;",
    "add.s32 %0, %1, -@1;",
    "add.f32 %0, 0f@00000000, 0f3F800000;",
    "add.f32 %0, 0f0000@0000, 0f3F800000;",
    "add.f32 %0, 0f3F800000, 0f00000000@;",
    "add.f64 %0, 0d000000000000000@0, 1.0@;",
    "mov.u32 %0, %%laneid@;",
    "mov.u32 %0@, %%laneid;",
    "mov.u32 %0, %%@laneid;",
    "mov.b64 %0, {%1@, %1};",
    "mov.b64 %0, {%1, @%1};",
    "mov.b64 {%0, %0@}, %1;",
    "ld.global.u32 %0, [%1@];",
    "ld.global.u32 %0, [%1+4@];",
    "ld.global.u32 %0, [%1+@4];",
    "ld.global.u32 %0, [%1]@;",
    "ld.global@.u32 %0, [%1];",
    "ld.global.v2.u32 {%0, %0@}, [%1];",
    "st.global.u32@ [%1], %1;",
    "st.@global.u32 [%1], %1;",
    "st.global.u32 [%1], {%1@};",
    "atom.global.add.u32@ %0, [%1], %1;",
    "atom.@.add.u32 %0, [%1], %1;",
    "atom.global.add.u32 _@, [%1], %1;",
    "red.global.add.u32 [%1], 1@;",
    "cp.async.ca.shared.global [%1], [%1], 4@;",
    "cp.async.wait_group 1@;",
    "prefetch.@global.L2 [%1];",
    "prefetch.global.L2 [@];",
    "bar.sync 0@;",
    "bar.sync@ 0;",
    "membar.gl@;",
    "fence.@acq_rel.gpu;",
    "nanosleep.u32 5@;",
    "shfl.sync.down.b32 %0|@, %1, 1, 31, -1;",
    "shfl.sync.down.b32@ %0, %1, 1, 31, -1;",
    "shfl.sync.down.b32 %0, %1, 1@, 31, -1;",
    "vote.sync.ballot.b32 %0, !%1@, -1;",
    "vote.sync@.ballot.b32 %0, %1, -1;",
    "match.all.sync.b32 %0|%0@, %1, -1;",
    "redux.sync.add@.u32 %0, %1, -1;",
    "activemask.b32 %0@;",
    "bar.warp.sync 1@;",
    "cvt.@u32.u64 %0, %1;",
    "cvt.rzi@.s32.f32 %0, %1;",
    "cvta.to@.global.u64 %0, %1;",
    "add.cc@.u32 %0, %1, %1;",
    "add.cc.u32 %0, %1, %1@;",
    "{ .reg @.b32 r; mov.b32 r, %1; }",
    "{ .reg .b32@ r; mov.b32 r, %1; }",
    "{ .reg .b32 r@; mov.b32 r@, %1; }",
    "{ .reg .b32 r<4@>; mov.b32 r3, %1; }",
    "{ .reg .b32 r<@4>; mov.b32 r3, %1; }",
    "{ .reg .b32 r@<4>; mov.b32 r3, %1; }",
    "{ .reg .b32 r<4>@; mov.b32 r3, %1; }",
    "{ .reg .pred p; setp.eq.u32 p@, %1, 0; }",
    "{ .reg .pred p, q; setp.eq.and.u32 p|q@, %1, 0, !q@; }",
    "{ .reg .pred p; @@p add.s32 %0, %1, %1; }",
    "{ .reg .pred p; setp.@eq.u32 p, %1, 0; }",
    "label@: add.s32 %0, %1, %1;",
    "{@ add.s32 %0, %1, %1; }",
    "{ add.s32 %0, %1, %1; }@",
    "bra label@;",
    "@",
};

// What would end a string, a call or a statement, or begin a comment, around a word of its own.
const std::vector<std::string> kMarks = {")",
                                         "\"",
                                         "{",
                                         "}",
                                         "/*",
                                         "*/",
                                         "\\",
                                         "\n",
                                         "//",
                                         "'",
                                         ";",
                                         "(",
                                         "[",
                                         "]",
                                         "#",
                                         "?"
                                         "?/",
                                         "`",
                                         "\r",
                                         "\v",
                                         "\f",
                                         ",",
                                         "<",
                                         ">",
                                         "%0",
                                         "%1)",
                                         "::",
                                         "+",
                                         "=",
                                         "u) + ",
                                         "\");",
                                         "L\"",
                                         "R\"",
                                         "_\""};

/// `text` as a string literal of C++, told in ordinary characters or as it is.
std::string quoted(const std::string& text, bool raw) {
  if (raw) return "R\"ptx(" + text + ")ptx\"";
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return literal + "\"";
}

/// With `what` at each `@` of the place; `@@` is an `@` and a place.
std::string put_into(std::string place, const std::string& what) {
  for (std::size_t at = 0; (at = place.find('@', at)) != std::string::npos; at += what.size()) {
    if (place.compare(at, 2, "@@") == 0) ++at;
    place.replace(at, 1, what);
  }
  return place;
}

/// Whether all words with "hidden" in them are names of registers.
bool holds_registers_only(const std::string& made) {
  for (std::size_t at = 0; (at = made.find("hidden", at)) != std::string::npos; ++at)
    if (made.find("emu_ptx_", made.rfind(' ', at)) > at) return false;
  return true;
}

void expect_nothing_of(const std::string& text) {
  for (const bool raw : {false, true}) {
    const Translation translation = translate_user_text(
        "__device__ void f() { asm volatile(" + quoted(text, raw) + " : \"=r\"(d) : \"l\"(a)); }");
    if (!translation.refusals.empty()) continue;
    const std::string made = tokens_of(translation.text);
    EXPECT_TRUE(holds_registers_only(made)) << text << '\n' << made;
  }
}

TEST(HiddenText, NothingOfTheTextBecomesCode) {
  for (const std::string& place : kPlaces)
    for (const std::string& mark : kMarks)
      for (const std::string& hidden :
           {mark + "hidden", mark + " hidden ", "hidden" + mark, mark + " hidden() " + mark})
        expect_nothing_of(put_into(place, hidden));
}

}  // namespace
}  // namespace emu::translator
