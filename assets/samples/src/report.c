/* Writes what a shop has sold, line by line, into one long text. It takes far longer than it should, and longer the more
   has been sold. The sample of the page for a program that is slow; docs/investigation-report.md finds out why. */
#include <stdio.h>

enum { SALES = 300, ITEMS = 8 };

struct sale {
  int item, pieces;
};

static const char *const names[ITEMS] = {"tea", "bread", "butter", "jam", "plums", "flour", "honey", "milk"};
static struct sale sales[SALES];
static char text[SALES * 64];
static unsigned seed = 7;

static unsigned next_number(void) { return seed = seed * 1103515245u + 12345u, seed >> 16; }

static int find_end(void) {
  int length = 0;
  while (text[length] != 0) ++length;
  return length;
}

static void append(const char *words) {
  char *at = text + find_end();
  while ((*at++ = *words++) != 0) continue;
}

static int price_of(int item) {
  int price = 17;
  for (int day = 0; day < 200; ++day) price = (price * 31 + item * day) % 997;
  return price;
}

static void append_number(int number) {
  char digits[16];
  snprintf(digits, sizeof digits, "%d", number);
  append(digits);
}

static void add_line(const struct sale *sale) {
  append(names[sale->item]);
  append(", sold at the market on a fine day: ");
  append_number(sale->pieces * price_of(sale->item));
  append(" cents\n");
}

static void read_sales(void) {
  for (int i = 0; i < SALES; ++i) sales[i] = (struct sale){(int)(next_number() % ITEMS), (int)(next_number() % 20) + 1};
}

static void write_report(void) {
  for (int i = 0; i < SALES; ++i) add_line(&sales[i]);
}

int main(void) {
  read_sales();
  write_report();
  return fputs(text, stdout) < 0;
}
