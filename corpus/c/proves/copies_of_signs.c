// Members that are pointed to are kept in one type with those of the other sign: copies have their own type again.
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
  assert(copy.level == 4000000000u && copy.tone == 200 && copy.rest == -1);
  assert(same(s).tone == 200);
  return first("a") - 'a';
}

/*@ requires \valid(s);
    ensures \result.level == s->level == 4000000000; */
struct sample loud(struct sample *s)
{
  set_level(&s->level);
  return *s;
}
