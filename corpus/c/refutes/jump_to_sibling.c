// The block that a jump leaves is gone where it arrives (twin of jump_over_declaration.c).
int main(void)
{
  int *p = 0;
  {
    int x = 5;
    p = &x;
    goto in;
  }
  {
    int y;
  in:
    y = *p; // FAILS
    return y - 5;
  }
}
