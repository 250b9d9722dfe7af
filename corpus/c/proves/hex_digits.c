// Bytes as two hexadecimal digits each.
static char digit(unsigned value) {
  return value < 10 ? '0' + value : 'a' + (value - 10);
}

/*@ requires 0 <= n <= 1000 && \valid_read(bytes + (0 .. n - 1)) && \valid(out + (0 .. 2 * n));
    requires \separated(bytes + (0 .. n - 1), out + (0 .. 2 * n));
    assigns out[0 .. 2 * n];
    ensures out[2 * n] == 0; */
void hex(const unsigned char *bytes, int n, char *out) {
  for (int i = 0; i < n; i++) {
    out[2 * i] = digit(bytes[i] >> 4);
    out[2 * i + 1] = digit(bytes[i] & 15);
  }
  out[2 * n] = 0;
}
