// Nobody looks whether a cell is left (twin of pool.c).
enum { CELLS = 8 };

struct slot {
  int used;
  int next;
};

struct slot pool[CELLS];
int free_list;

/*@ requires -1 <= free_list < CELLS;
    assigns pool[0 .. CELLS - 1], free_list; */
int pool_take(void)
{
  int i = free_list;
  free_list = pool[i].next;  // FAILS
  pool[i].used = 1;
  return i;
}
