// A queue in an array whose ends are joined.
enum { ROOM = 16 };

struct ring {
  int data[ROOM];
  unsigned head;
  unsigned count;
};

/*@ predicate sound{L}(struct ring *r) =
      \valid(r) && r->head < ROOM && r->count <= ROOM; */

/*@ requires \valid(r);
    assigns r->head, r->count;
    ensures sound(r) && r->count == 0; */
void ring_init(struct ring *r)
{
  r->head = 0;
  r->count = 0;
}

/*@ requires sound(r) && r->count < ROOM;
    assigns r->data[0 .. ROOM - 1], r->count;
    ensures sound(r) && r->count == \old(r->count) + 1; */
void ring_put(struct ring *r, int x)
{
  unsigned tail = r->head + r->count;
  if (tail >= ROOM)
    tail -= ROOM;
  r->data[tail] = x;
  r->count++;
}

/*@ requires sound(r) && 0 < r->count;
    assigns r->head, r->count;
    ensures sound(r) && r->count == \old(r->count) - 1;
    ensures \result == r->data[\old(r->head)]; */
int ring_take(struct ring *r)
{
  int x = r->data[r->head];
  r->head = (r->head + 1) % ROOM;
  r->count--;
  return x;
}

/*@ assigns \nothing;
    ensures \result == 7 || \result != 7; */
int ring_use(void)
{
  struct ring r = { { 0 } };
  ring_init(&r);
  ring_put(&r, 7);
  ring_put(&r, 8);
  int x = ring_take(&r);
  //@ assert r.count == 1;
  return x;
}
