// A narrow bit-field is promoted to int, even if it is unsigned.
struct flags { unsigned level : 3; };

/*@ assigns \nothing;
    ensures \result == 0; // FAILS
*/
int below(struct flags f) { return f.level - 5 < 0; }
