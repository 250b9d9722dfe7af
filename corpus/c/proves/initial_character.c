// A variable of type `unsigned char` whose memory is kept as `char`: its initial value is above that type's range.
struct tagged {
  char tag;
};
static unsigned char level = 253;

int main(void)
{
  unsigned char *p = &level;
  struct tagged t = { 'a' };
  /*@ assert level == 253; */
  /*@ assert *p == 253; */
  return t.tag - 'a';
}
