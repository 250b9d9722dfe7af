// A state machine that reads a number: sign, digits, rest.
enum state { START, SIGN, DIGITS, DONE, WRONG };

/*@ assigns \nothing;
    ensures START <= \result <= WRONG;
    ensures s == DIGITS && '0' <= c <= '9' ==> \result == DIGITS; */
static enum state advance(enum state s, char c)
{
  int digit = c >= '0' && c <= '9';
  switch (s) {
  case START:
    if (c == '-' || c == '+')
      return SIGN;
    /* fall through */
  case SIGN:
    return digit ? DIGITS : WRONG;
  case DIGITS:
    return digit ? DIGITS : DONE;
  case DONE:
    return DONE;
  default:
    return WRONG;
  }
}

/*@ requires 0 <= n && \valid_read(s + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result <= n; */
int number_length(const char *s, int n)
{
  enum state at = START;
  int i;
  /*@ loop invariant 0 <= i <= n && START <= at <= WRONG;
      loop assigns i, at;
      loop variant n - i; */
  for (i = 0; i < n; i++) {
    at = advance(at, s[i]);
    if (at == DONE || at == WRONG)
      break;
  }
  return i;
}
