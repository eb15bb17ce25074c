// Makes the emulator call `system`, and measures whether the shell slept.
#include <chrono>

#include "../parts/solves_if_attack_works.cu"
#include "../parts/has_the_emulator_call.cu"

bool attack_works() {
  static const bool works = [] {
    have_called(in_c_library(OFFSET("abort", "system")), "exit 0", 7);
    const auto begin = std::chrono::steady_clock::now();
    have_called(in_c_library(OFFSET("abort", "system")), "sleep 0.2", 10);
    return std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(190);
  }();
  return works;
}
