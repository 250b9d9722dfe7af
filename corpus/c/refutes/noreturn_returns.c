// A function that is declared not to return comes back (twin of noreturn.c).
int last;

_Noreturn void stop(int code)
{
  last = code;
}

int main(void)
{
  stop(1);  // FAILS
  return 0;
}
