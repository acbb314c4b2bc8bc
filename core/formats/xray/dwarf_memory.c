#include "core/formats/xray/dwarf_memory.h"

// Compiled with libdwarf, in whose sources these names are defined as others.
#undef malloc
#undef calloc
#undef realloc
#undef free

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct TpDwarfBlock {
  TpDwarfAccount* account;
  struct TpDwarfBlock* next;
  struct TpDwarfBlock** link;  // The pointer to this block, in the block before or in the account.
  size_t size;
} Block;

// The memory after a block's header has the alignment of malloc().
_Static_assert(sizeof(Block) % 16 == 0, "alignment");

static _Thread_local TpDwarfAccount* current;

int tpDwarfCall(TpDwarfAccount* account, void (*call)(void*), void* argument) {
  jmp_buf home;
  if (account->refused) return 0;
  account->home = &home;
  current = account;
  if (setjmp(home) == 0) call(argument);
  current = NULL;
  account->home = NULL;
  return !account->refused;
}

void tpDwarfDrop(TpDwarfAccount* account) {
  while (account->blocks != NULL) {
    Block* block = account->blocks;
    account->blocks = block->next;
    free(block);
  }
  account->used = 0;
}

static void* take(size_t size) {
  TpDwarfAccount* account = current;
  if (account == NULL) return NULL;
  Block* block = NULL;
  if (size <= SIZE_MAX - sizeof(Block)) {
    size += sizeof(Block);
    if (account->used <= account->limit && size <= account->limit - account->used) block = malloc(size);
  }
  if (block == NULL) {
    account->refused = 1;
    longjmp(*(jmp_buf*)account->home, 1);
  }
  block->account = account;
  block->size = size;
  block->next = account->blocks;
  block->link = &account->blocks;
  if (block->next != NULL) block->next->link = &block->next;
  account->blocks = block;
  account->used += size;
  return block + 1;
}

void* tp_dwarf_malloc(size_t size) {
  return take(size);
}

void tp_dwarf_free(void* memory) {
  if (memory == NULL) return;
  Block* block = (Block*)memory - 1;
  *block->link = block->next;
  if (block->next != NULL) block->next->link = block->link;
  block->account->used -= block->size;
  free(block);
}

void* tp_dwarf_calloc(size_t count, size_t size) {
  size_t bytes = size != 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size;
  void* memory = take(bytes);
  if (memory != NULL) memset(memory, 0, bytes);
  return memory;
}

void* tp_dwarf_realloc(void* memory, size_t size) {
  void* larger = take(size);
  if (larger == NULL || memory == NULL) return larger;
  size_t before = ((Block*)memory - 1)->size - sizeof(Block);
  memcpy(larger, memory, before < size ? before : size);
  tp_dwarf_free(memory);
  return larger;
}
