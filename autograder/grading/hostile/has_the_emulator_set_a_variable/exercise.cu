// Makes the emulator call `putenv`, which exercises may not call, by a pointer to one of the emulator's
// functions.
#include "../parts/solves_if_attack_works.cu"
#include "../parts/has_the_emulator_call.cu"

bool attack_works() {
  static const bool works = [] {
    have_called(in_c_library(OFFSET("abort", "putenv")), "PROOF=1", 8);
    return std::getenv("PROOF") != nullptr;
  }();
  return works;
}
