// A program whose child goes on with the records that its parent had not written yet, and writes them as well.
#include <sys/wait.h>
#include <unistd.h>
#define TRACED __attribute__((xray_always_instrument, noinline))
static volatile int sink;
TRACED int prepare(int n) { sink += n; return sink; }
TRACED int in_child(int n) { return prepare(n) + 1; }
TRACED int in_parent(int n) { return prepare(n) + 2; }
TRACED int main(void) {
  prepare(1);
  prepare(2);
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 3; i++) in_child(i);
    return 0;
  }
  waitpid(child, NULL, 0);
  for (int i = 0; i < 3; i++) in_parent(i);
  return 0;
}
