// Correct, but its host code has a class with a conversion to a struct, as many programs have.
#include "solution.cu"

struct Size {
  int width, height;
};
struct Picture {
  int side = 8;
  operator Size() const { return {side, side}; }
};
int area(Size size) { return size.width * size.height; }
int area_of_all() { return area(Picture()); }
