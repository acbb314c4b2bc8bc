#include <stdio.h>
static volatile int sink;
__attribute__((noinline)) static int step(int n) { sink += n; return sink; }
__attribute__((noinline)) int work(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += step(i); return sum; }
int main(int argc, char **argv) { (void)argv; return work(argc + 2) < 0; }
