// What a program has done until it comes back to its beginning is not known.
int rounds;

int main(void)
{
  rounds++; // OPEN
  if (rounds < 3)
    main();
  return 0;
}
