// A job gets the options of its class, whatever they are.
#include <gmock/gmock.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "course/classes/class_session.h"

namespace course {
namespace {

/// The words of a command that was started with `words`.
std::vector<std::string> again(std::vector<std::string> words) {
  CLI::App app;
  ClassOptions options;
  add_class_options(app, options);
  std::reverse(words.begin(), words.end());
  app.parse(words);
  return class_words(app);
}

TEST(ClassWords, HaveEveryOptionThatWasGiven) {
  const std::vector<std::string> words{"--lesson=01",         "--lesson=02",
                                       "--device=gpu",        "--checks=/srv/checks of mine",
                                       "--no-sandbox=true",   "--seeds=3",
                                       "--first-seed=7",      "--quiz-points=2",
                                       "--seconds=0.125",     "--all-seconds=90",
                                       "--compile-seconds=30"};
  EXPECT_EQ(again(words), words);
  EXPECT_EQ(again(again(words)), words) << "of a collector that hands jobs in again";
  EXPECT_THAT(again({"--jobs=3"}), testing::IsEmpty());
}

TEST(ClassWords, LackNoneOfThoseThatAreDeclared) {
  CLI::App app;
  ClassOptions options;
  add_class_options(app, options);
  std::vector<std::string> words;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (name != "--help" && name != "--jobs")
      words.push_back(name + (name == "--device" ? "=gpu" : "=1"));
  }
  EXPECT_EQ(again(words).size(), words.size());
}

TEST(ClassWords, NamePlacesFromTheRoot) {
  EXPECT_THAT(again({"--checks=mine"}), testing::ElementsAre(testing::StartsWith("--checks=/")));
}

}  // namespace
}  // namespace course
