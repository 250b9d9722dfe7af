// Pointers to variables, to members and into arrays of the function itself.
/*@ assigns \nothing;
    ensures \result == 12; */
int walk(void)
{
  int a[4] = { 1, 2, 3, 4 };
  int *p = &a[1];
  p++;
  *p = 5;
  p[1] = 7;
  //@ assert a[2] == 5 && a[3] == 7;
  return *p + a[3];
}

struct pair {
  int left;
  int right;
};

/*@ assigns \nothing;
    ensures \result == 9; */
int members(void)
{
  struct pair p = { 1, 2 };
  int *r = &p.right;
  *r = 8;
  struct pair q = p;
  q.left = 100;
  return p.left + p.right + q.left - 100;
}

/*@ assigns \nothing;
    ensures \result == (first ? 10 : 20); */
int choose(int first)
{
  int x = 10, y = 20;
  int *p = first ? &x : &y;
  int **pp = &p;
  return **pp;
}

/*@ assigns \nothing;
    ensures \result == 3; */
int difference(void)
{
  char text[6] = "hello";
  char *p = text, *q = &text[3];
  //@ assert text[4] == 'o' && text[5] == 0;
  return p < q ? q - p : 0;
}
