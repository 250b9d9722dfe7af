// Pointers to members of packed structures need not be aligned.
#include <assert.h>

struct __attribute__((packed)) head {
  char kind;
  int length;
  short marks[2];
  char text[3];
};

static int read(int *p)
{
  return *p;
}

int numbers(void)
{
  struct head h[2] = { { 0, 3 }, { 0, 4 } };
  int sum = read(&h[0].length); // FAILS
  return sum + read(&h[1].length) - 7; // FAILS
}

static int second(short *p)
{
  return p[1];
}

int rows(void)
{
  struct head h = { 0, 3, { 1, 2 } };
  h.length += h.marks[1];
  return second(h.marks); // FAILS
}

static char last(char *text)
{
  return text[2];
}

void characters(void)
{
  struct head h = { 0, 3, { 1, 2 }, "ab" };
  h.length++;
  assert(last(h.text) == 0 && h.length == 4);
}
