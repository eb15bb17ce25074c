// Throws out of one search into the comparison function of another one, which then returns through a border
// to the emulator that the program forged.

// Throws out of one search into the function that compares for another one, which then returns over a border
// that it has put together where the inner one stood: nobody took back what that had written down.
#include <cstdlib>
#include "../parts/reads_while_unchecked.cu"

static unsigned long wanted = 0;

using Word = unsigned long;

static volatile Word* inner = nullptr;  // where the inner border keeps what it saved
static volatile Word place = 0, outer = 0;
static volatile Word border = 0;
static volatile int depth = 0;

static int compare(const void*, const void*);

__attribute__((noinline)) static void find_the_border() {
  volatile Word mark = 0;
  using Free = cudaError_t(void*);
  volatile auto begin = reinterpret_cast<Word>(static_cast<Free*>(&cudaFree));
  border = begin + OFFSET("cudaFree", "emulator_came_back");
  volatile Word at = reinterpret_cast<Word>(&mark);
  auto* const words = reinterpret_cast<volatile Word*>(at);
  for (int i = 0; i < 300; ++i) {
    if (words[i] != border) continue;
    inner = words + i + 1;
    place = words[i + 1];
    outer = words[i + 2];
    return;
  }
}

// Far down, where nothing that is called afterwards comes to.
__attribute__((noinline)) static void search_far_below() {
  static int two[2] = {1, 2};
  volatile char room[20000];
  room[0] = 1;
  std::qsort(two, 2, sizeof(int), &compare);
  room[1] = room[0];
}

static int compare(const void*, const void*) {
  if (depth == 1) {
    find_the_border();
    throw 1;
  }
  depth = 1;
  try {
    search_far_below();
  } catch (int) {
  }
  depth = 0;
  if (inner == nullptr) return 0;
  volatile Word* to = inner;
  *to++ = reinterpret_cast<Word>(switch_of_the_checker());
  *to++ = wanted;
  to += 7;
  *to++ = border + 13;  // pop %r8; pop (%r8); …
  *to++ = place;
  *to++ = outer;
  to += 7;
  *to++ = border;
  return 0;
}

void set_checker(char on) {
  wanted = on;
  static int two[2] = {1, 2};
  inner = nullptr;
  std::qsort(two, 2, sizeof(int), &compare);
}
