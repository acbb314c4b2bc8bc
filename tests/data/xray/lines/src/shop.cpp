#include "shop.h"

int price(int of) {
  int sum = 0;
  for (int i = 0; i < of; ++i) sum += twice(i);
  return sum;
}
