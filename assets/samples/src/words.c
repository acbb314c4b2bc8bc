#define _GNU_SOURCE
// Two threads count words. Their table is too small, so that most of the time goes into chains of words: a profile tells.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define KEEP __attribute__((noinline))
enum { kSlots = 16, kWords = 4000, kLetters = 8 };

struct word {
  struct word *next;
  char text[kLetters];
  uint32_t count;
};

struct table {
  struct word *slots[kSlots];
};

KEEP static uint32_t hash(const char *text) {
  uint32_t value = 2166136261u;
  for (int i = 0; i < kLetters; ++i) value = (value ^ (unsigned char)text[i]) * 16777619u;
  return value;
}

KEEP static int same(const char *a, const char *b) {
  for (int i = 0; i < kLetters; ++i)
    if (a[i] != b[i]) return 0;
  return 1;
}

KEEP static struct word *find(struct table *table, const char *text) {
  for (struct word *at = table->slots[hash(text) % kSlots]; at; at = at->next)
    if (same(at->text, text)) return at;
  return NULL;
}

KEEP static void insert(struct table *table, const char *text) {
  struct word *made = calloc(1, sizeof *made);
  struct word **slot = &table->slots[hash(text) % kSlots];
  memcpy(made->text, text, kLetters);
  made->count = 1;
  made->next = *slot;
  *slot = made;
}

KEEP static void spell(uint32_t number, char *text) {
  for (int i = 0; i < kLetters; ++i, number = number * 1664525u + 1013904223u) text[i] = 'a' + (number >> 24) % 26;
}

KEEP static void count_words(struct table *table, uint32_t seed, int rounds) {
  char text[kLetters];
  for (int i = 0; i < rounds; ++i) {
    seed = seed * 1103515245u + 12345u;
    spell((seed >> 8) % kWords, text);
    struct word *found = find(table, text);
    if (found)
      ++found->count;
    else
      insert(table, text);
  }
}

KEEP static uint32_t checksum(const struct table *table) {
  uint32_t sum = 0;
  for (int slot = 0; slot < kSlots; ++slot)
    for (const struct word *at = table->slots[slot]; at; at = at->next) sum = sum * 31 + hash(at->text) * at->count;
  return sum;
}

static void *reader(void *seed) {
  struct table *table = calloc(1, sizeof *table);
  uint32_t sum = 0;
  pthread_setname_np(pthread_self(), *(uint32_t *)seed == 1 ? "first reader" : "second reader");
  for (int chapter = 0; chapter < 100; ++chapter) {
    count_words(table, *(uint32_t *)seed + (uint32_t)chapter, 2000);
    sum += checksum(table);
  }
  return (void *)(uintptr_t)sum;
}

int main(void) {
  uint32_t seeds[2] = {1, 2};
  pthread_t threads[2];
  void *sums[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, reader, &seeds[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], &sums[i]);
  return sums[0] == sums[1];
}
