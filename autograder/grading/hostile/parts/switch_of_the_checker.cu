// Where the emulator keeps whether it checks at all: as far from threadIdx, which every program
// knows, as in the build that the student has.
inline char* switch_of_the_checker() {
  volatile unsigned long begin = reinterpret_cast<unsigned long>(&threadIdx);
  return reinterpret_cast<char*>(begin + OFFSET("threadIdx", "emu::checker::now.enabled"));
}
