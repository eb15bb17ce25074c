// What is drawn and written as one: equal siblings, chains, and streams that share a row.
#include <gmock/gmock.h>

#include "report/pictures/rows.h"
#include "report/pictures/svg.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/tree.h"

namespace emu::report {
namespace {

using testing::HasSubstr;
using enum StreamKind;

TEST(Tree, EqualSiblingsAreOneNode) {
  const Scenario s = many_children(kNull, 64);
  const Forest forest(s.run);
  const Folded folded = fold(forest);
  ASSERT_EQ(folded.roots.size(), 1u);
  ASSERT_EQ(folded.roots[0].children.size(), 1u);
  EXPECT_EQ(headline(forest, folded.roots[0].children[0]), "child<<<1, 32>>> ×64");
}

TEST(Tree, SiblingsWithDifferentChildrenStayApart) {
  const Scenario s = every_kind();
  const Folded folded = fold(Forest(s.run));
  ASSERT_EQ(folded.roots.size(), 2u);  // the parent and the copy
  EXPECT_EQ(folded.roots[0].children.size(), 6u);
  EXPECT_EQ(folded.nodes, 9u);
}

TEST(Tree, ChainIsOneNode) {
  const Scenario s = chain(100000, kTail);
  const Forest forest(s.run);
  const Folded folded = fold(forest);
  EXPECT_EQ(folded.nodes, 2u);
  EXPECT_THAT(headline(forest, folded.roots[0].children[0]), HasSubstr("chain of 100000"));
}

TEST(Tree, LargeTreesAreSummarised) {
  const Scenario s = uneven_tree();
  const Folded folded = fold(Forest(s.run), 20);
  EXPECT_LE(folded.nodes, 20u);
  EXPECT_EQ(folded.hidden, 0u);
  EXPECT_EQ(folded.roots[0].children[0].count, 64u);
}

TEST(Text, IsATreeWithStreamsAndTimes) {
  const std::string text = to_text(every_kind().run);
  EXPECT_THAT(text, HasSubstr("parent<<<1, 64>>>"));
  EXPECT_THAT(text, HasSubstr("├─ last<<<1, 32>>>"));
  EXPECT_THAT(text, HasSubstr("│  └─ leaf<<<1, 32>>>"));
  EXPECT_THAT(text, HasSubstr("fire-and-forget"));
  EXPECT_THAT(text, HasSubstr("8 launches in "));
}

TEST(Text, FindingsStandBelow) {
  Scenario s;
  s.host("fill");
  const std::vector<checker::Diagnostic> found{race()};
  finish(s.run, found);
  EXPECT_THAT(to_text(s.run), HasSubstr("! race at exercise.cu:31, with line 24 (M2)\n"));
}

TEST(Shortened, CutsAtCharacters) {
  EXPECT_EQ(shortened("kernel", 10), "kernel");
  EXPECT_EQ(shortened("kernel", 6), "kernel");
  EXPECT_EQ(shortened("kernels", 6), "kerne…");
  EXPECT_EQ(shortened("äöü", 2), "ä…");
  EXPECT_EQ(shortened("a\xff\x01z", 10), "a??z");
}

TEST(Duration, HasThreeDigits) {
  EXPECT_EQ(duration(0), "0.00 µs");
  EXPECT_EQ(duration(3200), "3.20 µs");
  EXPECT_EQ(duration(12900000), "12.9 ms");
  EXPECT_EQ(duration(210000), "210 µs");
  EXPECT_EQ(duration(2500000000), "2.50 s");
}

// ---- Rows ---------------------------------------------------------------------------------------

TEST(Rows, OneStreamIsOneRow) {
  const Scenario s = many_children(kNull, 64);
  const Layout layout = lay_out(Forest(s.run), 0);
  ASSERT_EQ(layout.rows.size(), 2u);
  EXPECT_FALSE(layout.rows[1].swarm);
  EXPECT_EQ(layout.rows[1].members.size(), 64u);
}

TEST(Rows, ManyStreamsAreASwarmThatSaysHowManyRanAtOnce) {
  const Scenario s = many_children(kFireAndForget, 64);
  const Layout layout = lay_out(Forest(s.run), 0);
  ASSERT_EQ(layout.rows.size(), 2u);
  EXPECT_TRUE(layout.rows[1].swarm);
  EXPECT_EQ(layout.rows[1].subtitle, "fire-and-forget, 64 at once");
}

TEST(Rows, TailsOfTailsShareARow) {
  const Scenario s = chain(1000, kTail);
  const Layout layout = lay_out(Forest(s.run), 0);
  ASSERT_EQ(layout.rows.size(), 2u);
  EXPECT_EQ(layout.rows[1].members.size(), 1000u);
}

TEST(Rows, TailsThatFireShareARowAndSoDoTheirChildren) {
  Scenario s;
  WorkId turn = s.host("solve", 2);
  for (int i = 0; i < 5; ++i) {
    s.launch("relax", {turn, 0, 0, 1}, kFireAndForget, 2);
    turn = s.launch("solve", {turn, 0, 0, 1}, kTail, 2);
  }
  finish(s.run, {});
  const Layout layout = lay_out(Forest(s.run), 0);
  ASSERT_EQ(layout.rows.size(), 4u);  // solve; its relax; the tails; theirs
  EXPECT_EQ(layout.rows[2].members.size(), 5u);
  EXPECT_EQ(layout.rows[3].members.size(), 4u);
}

TEST(Rows, FamiliesReachDownToTheLastDescendant) {
  const Scenario s = every_kind();
  const Layout layout = lay_out(Forest(s.run), 0);
  ASSERT_FALSE(layout.bands.empty());
  EXPECT_EQ(layout.bands[0].piece, 0u);
  const Row& last = layout.rows.back();
  EXPECT_DOUBLE_EQ(layout.bands[0].y + layout.bands[0].height, last.y + last.height);
}

TEST(Rows, FitAPageWhateverTheRun) {
  for (const Scenario& s : {uneven_tree(), chain(3000, kNull), many_children(kNamed, 1024)}) {
    EXPECT_LT(lay_out(Forest(s.run), 0).height, 900);
  }
}

}  // namespace
}  // namespace emu::report
