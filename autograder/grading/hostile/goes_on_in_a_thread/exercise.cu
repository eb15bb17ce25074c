// Returns at once and goes on in a thread.
#include <thread>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  std::thread([] {}).detach();
  return true;
}
