// What is kept of what a process prints.
#include "base/capture.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace base {
namespace {

void write_to(const Capture& capture, const std::string& text) {
  ASSERT_EQ(write(capture.writing(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST(Capture, TakesWhatThereIsWithoutWaiting) {
  Capture capture(100);
  capture.drain();
  EXPECT_EQ(capture.text, "");
  write_to(capture, "words");
  capture.drain();
  EXPECT_EQ(capture.text, "words");
  EXPECT_FALSE(capture.has_ended());
  capture.close_writing();
  capture.drain();
  EXPECT_TRUE(capture.has_ended());
}

TEST(Capture, KeepsTheBeginning) {
  Capture capture(4);
  for (const char* part : {"ab", "cd", "ef"}) {
    write_to(capture, part);
    capture.drain();
  }
  EXPECT_EQ(capture.text, "abcd");
}

TEST(Capture, KeepsBothEnds) {
  Capture capture(6, Capture::Keep::kBothEnds);
  for (const char* part : {"ab", "cd", "ef", "gh", "ij"}) {
    write_to(capture, part);
    capture.drain();
    EXPECT_LE(capture.text.size(), 6U);
  }
  EXPECT_TRUE(capture.text.starts_with("ab")) << capture.text;
  EXPECT_TRUE(capture.text.ends_with("ij")) << capture.text;
}

}  // namespace
}  // namespace base
