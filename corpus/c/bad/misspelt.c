// Annotations that cannot be read, each with an error on its line.
//@ requries x > 0;  // ERROR
int half(int x)
{
  //@ loop invariant x > 0;  // ERROR
  int y = x / 2;
  //@ asert y * 2 <= x;  // ERROR
  //@ assert y * 2 <= x || ;  // ERROR
  return y;
}
