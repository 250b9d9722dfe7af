// Structures that begin with the same one, told apart by it.
struct shape {
  int kind;
  int area;
};

struct square {
  struct shape shape;
  int side;
};

static int area(struct shape *s) {
  return s->area;
}

int main(void) {
  struct square q = {{1, 9}, 3};
  struct shape *s = (struct shape *)&q;
  //@ assert area_is: s->area == 9;
  struct square *back = (struct square *)s;
  //@ assert back->side == 3;
  return area(s) - 9;
}
