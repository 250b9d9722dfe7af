// A pointer may point into the middle of a global array.
int table[10];

int *third(void) { return &table[3]; }

/*@ assigns \nothing; */
void differs(int *p) {
  int *q = &table[3];
  /*@ assert p != q; */ // FAILS
}
