// Annotations that cannot be read, each with a warning on its line.
//@ requries x > 0;  // WARNING
int half(int x)
{
  //@ loop invariant x > 0;  // WARNING
  int y = x / 2;
  //@ asert y * 2 <= x;  // WARNING
  //@ assert y * 2 <= x || ;  // WARNING
  return y;
}
