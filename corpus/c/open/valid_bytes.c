// Bytes that are no whole element.
/*@ requires \valid((char *) p + (0 .. 6)); */
void second(int *p) {
  p[1] = 0; // OPEN
}
