// Copies a string into a buffer of a given size and always ends it.
/*@ requires 1 <= size && \valid(to + (0 .. size - 1)) && \valid_read(from + (0 .. size - 1));
    requires \separated(to + (0 .. size - 1), from + (0 .. size - 1));
    assigns to[0 .. size - 1];
    ensures 0 <= \result < size && to[\result] == 0;
    ensures \forall integer k; 0 <= k < \result ==> to[k] == from[k]; */
int copy_string(char *to, const char *from, int size)
{
  int i = 0;
  /*@ loop invariant 0 <= i < size;
      loop invariant \forall integer k; 0 <= k < i ==> to[k] == from[k];
      loop assigns i, to[0 .. size - 1];
      loop variant size - i; */
  while (i < size - 1 && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return i;
}
