// Everything that is not after z is taken for a letter (twin of histogram.c).
/*@ requires \valid(count + (0 .. 25));
    requires \forall integer k; 0 <= k < 26 ==> 0 <= count[k] < 1000;
    assigns count[0 .. 25]; */
void letter(unsigned char c, int *count)
{
  if (c <= 'z')
    count[c - 'a']++;  // FAILS
}
