// A function that does not return: what follows its call is never reached.
void exit(int code);
int last;

_Noreturn void stop(int code)
{
  last = code;
  exit(code);
}

/*@ requires \valid_read(p) || p == \null;
    assigns last;
    ensures \result == *p; */
int must(int *p)
{
  if (!p)
    stop(1);
  return *p;
}
