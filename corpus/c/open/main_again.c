// A program may call its own beginning; then variables have other values than at first: which, is not known.
int level = 5;

int main(void)
{
  //@ assert level == 5; // OPEN
  if (level == 5) {
    level = 6;
    main();
  }
  return 0;
}
