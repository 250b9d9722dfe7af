// The bytes of a member of a union are those of others, too.
union word {
  unsigned whole;
  unsigned char bytes[4];
};

/*@ requires \valid(p);
    assigns p->whole; */ // UNSUPPORTED
void put(union word *p)
{
  p->whole = 1;
}
