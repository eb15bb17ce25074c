// Right; on the host it calls an operator by its name, price.operator=(…), as textbooks do once.
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
