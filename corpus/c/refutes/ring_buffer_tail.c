// The end of the queue is not brought back to the beginning (twin of ring_buffer.c).
enum { ROOM = 4 };

struct ring {
  int data[ROOM];
  unsigned head;
  unsigned count;
};

/*@ requires \valid(r) && r->head < ROOM && r->count < ROOM;
    assigns r->data[0 .. ROOM - 1], r->count; */
void ring_put(struct ring *r, int x)
{
  r->data[r->head + r->count] = x;  // FAILS
  r->count++;
}
