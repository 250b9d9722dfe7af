// A text that grows in a buffer: no room for the end.
struct text {
  char *data;
  int length;
  int room;
};

/*@ predicate is_text(struct text *t) =
      \valid(t) && 0 <= t->length < t->room && \valid(t->data + (0 .. t->room - 1)); */

/*@ requires is_text(t);
    assigns t->length, t->data[t->length .. t->length + 1];
    ensures is_text(t); // FAILS
    ensures \result == 1 ==> t->length == \old(t->length) + 1; */
int append(struct text *t, char c) {
  if (t->length >= t->room)
    return 0;
  t->data[t->length] = c;
  t->length++;
  t->data[t->length] = 0; // FAILS
  return 1;
}
