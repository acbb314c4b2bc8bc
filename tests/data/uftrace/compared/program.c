// A program in two builds, that differ in what is known: record.sh makes both. AFTER: `slower` loops twenty times as
// often, `often` is called twice as often, and `scaled` is specialized by the compiler for its constant argument.
#define APART __attribute__((noinline))
#ifdef AFTER
enum { kLoops = 4000, kTimes = 2 };
#else
enum { kLoops = 200, kTimes = 1 };
#endif

static volatile int sink;

APART void spend(int loops) {
  for (int i = 0; i < loops; ++i) sink += i;
}

APART void slower(void) {
  for (int i = 0; i < kLoops; ++i) sink += i;
}

APART void often(void) {
  for (int i = 0; i < 300; ++i) sink ^= i;
}

APART static void scaled(int by) {
  for (int i = 0; i < 100; ++i) sink += by * i;
}

int main(int argc, char** argv) {
  (void)argv;
  for (int round = 0; round < 100; ++round) {
    spend(200);
    slower();
    for (int i = 0; i < kTimes; ++i) often();
#ifdef AFTER
    (void)argc;
    scaled(3);
#else
    scaled(argc + round);
#endif
  }
  return 0;
}
