// Makes a function return to where another function was called, whose variables are elsewhere, and back.
using Word = unsigned long;
struct Room {
  Word words[8];
};
enum Mode { kLearn, kGo, kBack };
static volatile Mode mode = kLearn;
static volatile Word into_the_larger = 0, back = 0;
static volatile bool has_been_there = false;

// What is handed over by value lies right above the return address.
__attribute__((noinline)) static void step(Room room) {
  volatile Word* const place = room.words - 1;
  if (mode == kLearn) into_the_larger = *place;
  if (mode == kGo) {
    back = *place;
    *place = into_the_larger;
  } else if (mode == kBack) {
    *place = back;
  }
}

__attribute__((noinline)) static void larger() {
  volatile Word variables[160] = {};
  step(Room{});
  if (mode != kGo) return;
  variables[100] = 1;
  has_been_there = true;
  mode = kBack;
  step(Room{});
}

bool attack_works() {
  mode = kLearn;
  larger();
  mode = kGo;
  step(Room{});
  return has_been_there;
}

#include "../parts/solves_if_attack_works.cu"
