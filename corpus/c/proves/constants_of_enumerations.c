// Constants whose values are sizes, distances and truncated numbers.
#include <stddef.h>

struct record {
  char tag;
  long number;
  short rest[3];
};

enum size {
  WHOLE = sizeof(struct record),
  NEXT,
  REST = offsetof(struct record, rest),
  TRUNCATED = (int)3.7,
  TEXT = sizeof "abc",
  BEHIND,
  ANY = (_Bool)0.5
};

struct bits {
  unsigned low : sizeof "ab";
};

/*@ ensures \result == 24 + 25 + 16 + 3 + 4 + 5 + 1; */
int all(void)
{
  return WHOLE + NEXT + REST + TRUNCATED + TEXT + BEHIND + ANY;
}

/*@ ensures \result == 1; */
int kept(void)
{
  struct bits b = { 0 };
  b.low = 9;
  return b.low;
}
