// A number in binary digits.
/*@ requires \valid(out + (0 .. 32));
    assigns out[0 .. 32];
    ensures out[32] == 0; */
void binary(unsigned value, char *out) {
  for (int i = 31; i >= 0; i--) {
    out[i] = '0' + (value & 1);
    value >>= 1;
  }
  out[32] = 0;
}
