// Correct, but its host code calls an operator by its name, `price.operator=(…)`, as textbooks show once.
#include "solution.cu"

struct Price {
  int euros = 0;
};
Price price_of(int items) { return {3 * items}; }

int total(int items) {
  Price price;
  price.operator=(price_of(items));
  return price.euros;
}
