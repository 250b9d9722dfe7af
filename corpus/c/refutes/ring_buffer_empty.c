// An element is taken from an empty queue (twin of ring_buffer.c).
enum { ROOM = 4 };

struct ring {
  int data[ROOM];
  unsigned head;
  unsigned count;
};

/*@ requires \valid(r);
    assigns r->head, r->count;
    ensures r->head == 0 && r->count == 0; */
void ring_init(struct ring *r)
{
  r->head = 0;
  r->count = 0;
}

/*@ requires \valid(r) && r->head < ROOM && 0 < r->count <= ROOM;
    assigns r->head, r->count;
    ensures r->head < ROOM && r->count == \old(r->count) - 1; */
int ring_take(struct ring *r)
{
  int x = r->data[r->head];
  r->head = (r->head + 1) % ROOM;
  r->count--;
  return x;
}

int ring_use(void)
{
  struct ring r = { { 0 }, 0, 0 };
  ring_init(&r);
  return ring_take(&r);  // FAILS
}
