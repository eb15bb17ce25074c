// Translates every file of a corpus, and what comes of them by chance: a short run without
// libFuzzer, always the same for the same arguments.
//
//   translator_fuzz_replay MUTATIONS FILE-OR-FOLDER…
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "translator/fuzz/anything.h"

namespace {

using Corpus = std::vector<std::string>;

const char* const kWords[] = {"<<<",
                              ">>>",
                              "<",
                              ">",
                              "(",
                              ")",
                              "{",
                              "}",
                              "[",
                              "]",
                              ";",
                              ",",
                              "\"",
                              "'",
                              "R\"x(",
                              ")x\"",
                              "/*",
                              "*/",
                              "//",
                              "\\\n",
                              "#",
                              "\n",
                              "\r\n",
                              "::",
                              "template",
                              "<class T>",
                              "__global__",
                              "void",
                              "k",
                              "__shared__",
                              "extern",
                              "__device__",
                              "__constant__",
                              "asm",
                              "volatile",
                              "\"=r\"",
                              "namespace",
                              "struct",
                              "operator",
                              "lambda",
                              "[=]",
                              "auto",
                              "# 1 \"a.cu\"\n",
                              "__launch_bounds__(",
                              "cudaStreamTailLaunch",
                              "\xff"};

std::string read_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Corpus read_corpus(int count, char** names) {
  Corpus corpus;
  for (int i = 0; i < count; ++i) {
    if (!std::filesystem::is_directory(names[i])) {
      corpus.push_back(read_file(names[i]));
      continue;
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(names[i]))
      if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files) corpus.push_back(read_file(file));
  }
  return corpus;
}

// What is nested or repeated without end must neither exhaust the stack nor take for ever.
void translate_monsters() {
  for (const char* word : kWords) {
    std::string text;
    while (text.size() < 100'000) text += word;
    emu::translator::translate_anything(text);
  }
  for (const char* piece : {"k<<<", "k<<<1,1>>>(", "template <class T> ", "__global__ void k(",
                            "asm(\"", "f<g<", "__shared__ int a["}) {
    std::string text;
    while (text.size() < 50'000) text += piece;
    emu::translator::translate_anything(text);
  }
}

class Mutator {
 public:
  explicit Mutator(const Corpus& corpus) : corpus_(corpus) {}

  std::string next() {
    std::string text = any_piece(3000);
    for (std::size_t times = 1 + below(6); times > 0; --times) mutate(text);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  std::string any_piece(std::size_t longest) {
    const std::string& whole = corpus_[below(corpus_.size())];
    const std::size_t begin = below(whole.size());
    return whole.substr(begin, 1 + below(longest));
  }

  void mutate(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    switch (below(5)) {
      case 0:
        text.erase(at, 1 + below(20));
        break;
      case 1:
        text.insert(at, kWords[below(std::size(kWords))]);
        break;
      case 2:
        text.insert(at, any_piece(200));
        break;
      case 3:
        if (at < text.size()) text[at] = static_cast<char>(random_());
        break;
      default:
        text.insert(at, text.substr(below(text.size()), below(100)));
        break;
    }
  }

  const Corpus& corpus_;
  std::mt19937_64 random_{1};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3)
    return std::fputs("usage: translator_fuzz_replay MUTATIONS FILE-OR-FOLDER...\n", stderr), 2;
  const Corpus corpus = read_corpus(argc - 2, argv + 2);
  if (corpus.empty()) return std::fputs("the corpus is empty\n", stderr), 2;
  for (const std::string& text : corpus) emu::translator::translate_anything(text);
  translate_monsters();
  Mutator mutator(corpus);
  const long mutations = std::atol(argv[1]);
  for (long i = 0; i < mutations; ++i) emu::translator::translate_anything(mutator.next());
  std::printf("%zu files and %ld mutations translated\n", corpus.size(), mutations);
}
