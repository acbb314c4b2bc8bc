// A program that differs from itself in one known way for each of: SLOWER, OFTEN, RENAMED, INLINED, MOVED, LOCKED.
// record.sh makes a recording of each, and one without any of them.
#include <pthread.h>
#include <stdatomic.h>

#define APART __attribute__((noinline))
enum { kRounds = 60 };

static atomic_flag locks[2] = {ATOMIC_FLAG_INIT, ATOMIC_FLAG_INIT};

// Is no function of its own, so that its time is that of what it is in.
static inline __attribute__((always_inline)) void spend(int loops) {
  // Takes as long wherever it is placed.
  unsigned product = 1;
  for (int i = 0; i < loops; ++i) {
    product *= 3;
    __asm__ volatile("" : "+r"(product));
  }
}

#ifdef SLOWER
enum { kParse = 400000 };
#else
enum { kParse = 20000 };
#endif
APART void parse_line(void) { spend(kParse); }

#ifdef OFTEN
enum { kLookups = 90 };
#else
enum { kLookups = 3 };
#endif
APART void look_up(void) { spend(3000); }

#ifdef RENAMED
#define check_sum sum_of_bytes
#endif
APART void check_sum(void) { spend(60000); }

#ifdef INLINED
static inline __attribute__((always_inline)) void scale_row(void) { spend(60000); }
#else
APART void scale_row(void) { spend(60000); }
#endif
APART void draw_row(void) {
  spend(3000);
  scale_row();
}

APART void index_page(void) { spend(60000); }

APART void take_lock(int which) {
  while (atomic_flag_test_and_set(&locks[which])) {
  }
}
APART void drop_lock(int which) { atomic_flag_clear(&locks[which]); }

APART void store(int thread) {
#ifdef LOCKED
  const int which = 0 * thread;
#else
  const int which = thread;
#endif
  take_lock(which);
  spend(60000);
  drop_lock(which);
}

APART void* background(void* unused) {
  for (int round = 0; round < kRounds; ++round) {
    store(1);
#ifdef MOVED
    index_page();
#endif
  }
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, background, 0);
  for (int round = 0; round < kRounds; ++round) store(0);
  for (int round = 0; round < kRounds; ++round) {
    parse_line();
    for (int i = 0; i < kLookups; ++i) look_up();
    check_sum();
    draw_row();
#ifndef MOVED
    index_page();
#endif
  }
  pthread_join(other, 0);
  return 0;
}
