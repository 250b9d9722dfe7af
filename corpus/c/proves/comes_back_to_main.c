// The program comes back to its beginning with what it has done until then.
int rounds;

int main(void)
{
  if (rounds < 3) {
    rounds++;
    return main();
  }
  return 0;
}
