// The memory of libdwarf, which is compiled to take its own from here: a damaged file of a few megabytes could have it
// take all that the machine has. It does not survive being refused memory, so that a call of it that would be ends at
// once, and what it has taken is given back without it.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct TpDwarfBlock;

typedef struct TpDwarfAccount {
  size_t limit;  // bytes
  size_t used;
  int refused;  // something: nothing of libdwarf's may be called with what it has given
  struct TpDwarfBlock* blocks;
  void* home;
} TpDwarfAccount;

// Calls `call(argument)`, which may call libdwarf with what it has given by this account, and hold nothing that has to
// be destroyed. False where it was cut off; no other call that takes memory gets any.
int tpDwarfCall(TpDwarfAccount* account, void (*call)(void*), void* argument);

// Gives everything back.
void tpDwarfDrop(TpDwarfAccount* account);

#ifdef __cplusplus
}
#endif
