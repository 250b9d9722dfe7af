// A compound literal outside of functions lives as long as the program.
int *numbers = (int[]){ 1, 2, 3 }; // UNSUPPORTED

int main(void)
{
  return numbers[2] - 3;
}
