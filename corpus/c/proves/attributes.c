// Attributes that advise the compiler, in both spellings, do not change what is proved.
#include <assert.h>

__attribute__((noinline, const, __nothrow__)) static int two(void)
{
  return 2;
}

static inline __attribute__((__always_inline__)) int three(void)
{
  return 3;
}

__attribute__((visibility("default"), section(".text.x"), warn_unused_result, cold)) int four(void)
{
  return two() + two();
}

__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

[[nodiscard]] int five(int x __attribute__((unused)))
{
  [[maybe_unused]] int y = 1;
  return two() + three();
}

__attribute__((optimize("O3"))) int chosen(int x)
{
  switch (x) {
  case 1:
    x = 2;
    __attribute__((fallthrough));
  case 2:
    x = 3;
    break;
  default:
    __attribute__((unused)) int y = 3;
    x = y;
  }
  goto out;
out:
  __attribute__((unused)) return x;
}

struct [[gnu::packed]] packed {
  char a;
  int b;
};

typedef int word __attribute__((mode(SI)));

int main(void)
{
  word w = 1;
  assert(sizeof(struct packed) == 5 && sizeof(w) == 4);
  assert(four() == 4 && five(1) == 5 && chosen(1) == 3 && chosen(7) == 3);
  return 0;
}
