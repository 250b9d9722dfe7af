// A copy of a member that is pointed to has its value in its own type, whatever memory keeps it as.
#include <assert.h>

struct sample {
  unsigned level;
  unsigned char tone;
  int rest;
};

static void set_level(unsigned *p)
{
  *p = 4000000000u;
}

static void set_tone(unsigned char *p)
{
  *p = 200;
}

static void set_rest(int *p)
{
  *p = -1;
}

static struct sample same(struct sample s)
{
  return s;
}

static int first(const char *text)
{
  return text[0];
}

int main(void)
{
  struct sample s = { 0, 0, 0 };
  set_level(&s.level);
  set_tone(&s.tone);
  set_rest(&s.rest);
  struct sample copy = s;
  assert(copy.level < 5 || copy.tone != 200); // FAILS
  assert(same(s).tone == 200);
  return first("a") - 'a';
}

/*@ requires \valid(s);
    ensures \result.level < 5; // FAILS */
struct sample loud(struct sample *s)
{
  set_level(&s->level);
  return *s;
}
