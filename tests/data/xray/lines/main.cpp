#include "src/shop.h"

struct Counter {
  int total = 0;
  void add(int n) { total += twice(n); }
};

static int
work(int rounds)
{
  Counter counter;
  for (int i = 0; i < rounds; ++i) counter.add(price(i));
  return counter.total;
}

int dropped(int n) { return n + work(n); }

int main() { return work(4) > 0 ? 0 : 1; }
