// Flags in an enumeration and a word.
enum flag { READ = 1, WRITE = 2, EXECUTE = 4 };
typedef unsigned char flags;

/*@ assigns \nothing;
    ensures \result == 0 || \result == 1; */
int may(flags f, enum flag what)
{
  return (f & what) != 0;
}

/*@ requires f < 8;
    assigns \nothing;
    ensures \result < 8; */
flags both(flags f)
{
  return f | READ | WRITE;
}

/*@ requires f < 8;
    assigns \nothing;
    ensures \result < 8; */
flags without(flags f, flags g)
{
  return f & ~g;
}
