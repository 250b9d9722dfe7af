// A pool of cells with a list of the free ones, as indices.
enum { CELLS = 8 };

struct slot {
  int used;
  int next;
};

struct slot pool[CELLS];
int free_list;

/*@ predicate sound{L} =
      -1 <= free_list < CELLS &&
      (\forall integer k; 0 <= k < CELLS ==> -1 <= pool[k].next < CELLS); */

/*@ assigns pool[0 .. CELLS - 1], free_list;
    ensures sound && free_list == 0; */
void pool_init(void)
{
  /*@ loop invariant 0 <= i <= CELLS;
      loop invariant \forall integer k; 0 <= k < i ==> -1 <= pool[k].next < CELLS;
      loop assigns i, pool[0 .. CELLS - 1];
      loop variant CELLS - i; */
  for (int i = 0; i < CELLS; i++) {
    pool[i].used = 0;
    pool[i].next = i + 1 < CELLS ? i + 1 : -1;
  }
  free_list = 0;
}

/*@ requires sound;
    assigns pool[0 .. CELLS - 1].used, free_list;
    ensures sound && -1 <= \result < CELLS;
    ensures \result >= 0 ==> pool[\result].used == 1;
    ensures \result == -1 <==> \old(free_list) == -1; */
int pool_take(void)
{
  int i = free_list;
  if (i < 0)
    return -1;
  free_list = pool[i].next;
  pool[i].used = 1;
  return i;
}

/*@ requires sound && 0 <= i < CELLS;
    assigns pool[i], free_list;
    ensures sound && free_list == i && pool[i].used == 0; */
void pool_give(int i)
{
  pool[i].used = 0;
  pool[i].next = free_list;
  free_list = i;
}
