// No room is kept for the final zero (twin of string_copy.c).
/*@ requires 1 <= size && \valid(to + (0 .. size - 1)) && \valid_read(from + (0 .. size - 1));
    requires \separated(to + (0 .. size - 1), from + (0 .. size - 1));
    assigns to[0 .. size - 1]; */
int copy_string(char *to, const char *from, int size)
{
  int i = 0;
  /*@ loop invariant 0 <= i <= size;
      loop assigns i, to[0 .. size - 1]; */
  while (i < size && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;  // FAILS
  return i;
}
