// A member of a structure as it was.
struct point { int x; int y; };
struct point g;

/*@ assigns g;
    ensures \old(g).x == 1; // FAILS
*/
void set(void) { g.x = 1; }
