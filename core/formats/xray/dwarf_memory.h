// The memory of libdwarf, which is compiled to allocate by the functions here: a damaged file of a few megabytes could
// make it take all memory of the machine. libdwarf does not survive a refused allocation, so such a call is left at
// once, and its memory is freed without libdwarf.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct TpDwarfBlock;

typedef struct TpDwarfAccount {
  size_t limit;  // In bytes.
  size_t used;
  int refused;  // Memory was refused: what libdwarf has allocated by this account must not be used any more.
  struct TpDwarfBlock* blocks;
  void* home;
} TpDwarfAccount;

// Calls `call(argument)`, which may call libdwarf with what it has allocated by this account, and must not hold
// anything that has to be destroyed. Returns 0 if it was cut off by longjmp(), else 1. Outside of such a call, libdwarf
// gets no memory.
int tpDwarfCall(TpDwarfAccount* account, void (*call)(void*), void* argument);

// Frees all memory of the account.
void tpDwarfDrop(TpDwarfAccount* account);

#ifdef __cplusplus
}
#endif
