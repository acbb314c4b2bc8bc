/* A process that forks two children, of which one becomes another program. The second sample of the page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned long sink;

static int count_letters(const char *text) {
  int letters = 0;
  for (const char *at = text; *at != 0; ++at) letters += *at != ' ';
  return letters;
}

static unsigned long hash(const char *text, int rounds) {
  unsigned long value = 5381;
  for (int i = 0; i < rounds; ++i)
    for (const char *at = text; *at != 0; ++at) value = value * 33 + (unsigned char)*at;
  return value;
}

static double share(int part, int whole) { return whole == 0 ? 0.0 : (double)part / whole; }

static void read_letter(const char *text, int depth) {
  sink += (unsigned long)count_letters(text) + hash(text, depth * 20);
  sink += (unsigned long)(100 * share(depth, 5));
  if (depth > 1) read_letter(text + 1, depth - 1);
}

static void child(const char *letter) {
  for (int i = 0; i < 6; ++i) read_letter(letter, 5);
  _exit(3);
}

int main(int argc, char **argv) {
  if (argc > 1) {
    for (int i = 0; i < 4; ++i) read_letter(argv[1], 4);
    return 0;
  }
  pid_t first = fork();
  if (first == 0) child("dear parents, all is well");
  pid_t second = fork();
  if (second == 0) {
    read_letter("leaving home", 2);
    execl(argv[0], argv[0], "a new life", (char *)NULL);
    _exit(1);
  }
  waitpid(first, NULL, 0);
  waitpid(second, NULL, 0);
  read_letter("peace at last", 3);
  return 0;
}
