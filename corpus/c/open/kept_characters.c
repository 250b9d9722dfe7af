// Characters of all kinds are kept as one in memory: arrays of them are not copied as a whole.
struct bytes {
  unsigned char b[3];
  unsigned char last;
};
struct bytes first = { { 254, 253 }, 5 };

void use(char *text);

int main(void)
{
  char text[4] = { 0 };
  int v = first.b[1];
  use(text);
  struct bytes copy = first;
  //@ assert copy.last == 6; // OPEN
  return v;
}
