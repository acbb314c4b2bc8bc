// A shared library whose sleds a log of an LLVM from 20 on names with the number of an object.
#define TRACED __attribute__((xray_always_instrument, noinline, visibility("default")))
TRACED int side(int n) { return n * 2; }
TRACED int area(int n) { return side(n) * side(n); }
TRACED int height(int n) { return area(n) + 1; }
TRACED int volume(int n) { return area(n) * height(n); }
TRACED int main_of_library(int n) { return volume(n); }
