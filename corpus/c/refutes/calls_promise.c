// The contract of the helper does not promise what the caller needs (twin of calls.c).
/*@ assigns \nothing;
    ensures \result >= 0; */
int size(int x);

/*@ assigns \nothing;
    ensures 0 <= \result <= 100; */
int share(int x)
{
  return 100 / size(x);  // FAILS
}
