#include "translator/text/edits.h"

#include <gtest/gtest.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

class EditsOf {
 public:
  explicit EditsOf(std::string text)
      : text_(std::move(text)), unit(text_, everything), edits(unit) {}

  std::size_t find(std::string_view token) const {
    for (std::size_t i = 0; i < unit.size(); ++i) {
      if (unit.is(i, token)) return i;
    }
    ADD_FAILURE() << "no token " << token;
    return 0;
  }

 private:
  std::string text_;

 public:
  Unit unit;
  Edits edits;
};

TEST(Edits, NoEditChangesNothing) {
  const std::string text = "# 1 \"x.cu\"\n int a; // b\r\n#pragma c\n\n";
  EXPECT_EQ(EditsOf(text).edits.apply(), text);
}

TEST(Edits, RemovedWordsLeaveTheirColumnsBlank) {
  EditsOf text("# 1 \"x.cu\"\n__device__ int f();\n");
  text.edits.remove(text.find("__device__"), text.find("__device__"));
  EXPECT_EQ(text.edits.apply(), "# 1 \"x.cu\"\n           int f();\n");
}

TEST(Edits, LongerWordsAreFollowedByAMarkerThatRestoresTheColumn) {
  EditsOf text("# 1 \"x.cu\"\n\nint a; int b;\n");
  text.edits.replace(text.find("a"), text.find("a"), "a_long_name");
  EXPECT_EQ(text.edits.apply(), "# 1 \"x.cu\"\n\nint a_long_name\n# 2 \"x.cu\"\n     ; int b;\n");
}

TEST(Edits, NothingIsRestoredBeforeALineEnd) {
  EditsOf text("# 1 \"x.cu\"\nf() {  \n}\n");
  text.edits.insert_after(text.find("{"), " g([] {");
  EXPECT_EQ(text.edits.apply(), "# 1 \"x.cu\"\nf() { g([] {  \n}\n");
}

TEST(Edits, RemovedLinesAreMadeUpForByAMarker) {
  EditsOf text("# 4 \"x.cu\"\na (\n1,\n2) c\nd\n");
  text.edits.replace(text.find("("), text.find(")"), "");
  EXPECT_EQ(text.edits.apply(), "# 4 \"x.cu\"\na \n# 6 \"x.cu\"\n   c\nd\n");
}

TEST(Edits, MovedTokensKeepTheirPlacesAndTheirOwnEdits) {
  EditsOf text("# 1 \"x.cu\"\nk <<< grid , block >>> ( a ) ;\n");
  text.edits.remove(text.find("<<<"), text.find("block") + 3);
  text.edits.replace(text.find("grid"), text.find("grid"), "G");
  text.edits.move_before(text.find("k"), text.find("grid"), text.find("block"), "C(", ") << ",
                         text.find("<<<"));
  EXPECT_EQ(text.edits.apply(),
            "# 1 \"x.cu\"\nC(G        , block) << \n# 1 \"x.cu\"\n"
            "k                      ( a ) ;\n");
}

TEST(Edits, TouchesWhatIsReplaced) {
  EditsOf text("a b c d");
  text.edits.replace(text.find("b"), text.find("c"), "");
  EXPECT_FALSE(text.edits.touches(text.find("a")));
  EXPECT_TRUE(text.edits.touches(text.find("b")));
  EXPECT_TRUE(text.edits.touches(text.find("c")));
  EXPECT_FALSE(text.edits.touches(text.find("d")));
}

}  // namespace
}  // namespace emu::translator
