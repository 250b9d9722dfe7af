// Constants, widths and sizes that the compiler computes and the verifier does not.
enum size { FIRST = 1, ODD = (int)(1.5 + 1.6), BEHIND };

int first(void)
{
  return FIRST;
}

int odd(void)
{
  return ODD; // UNSUPPORTED
}

/*@ ensures \result == 2; */
int behind(void)
{
  return BEHIND; // UNSUPPORTED
}

struct text {
  int length;
  char characters[(int)(1.5 + 1.6)];
};

int size(void)
{
  return sizeof(struct text); // UNSUPPORTED
}
