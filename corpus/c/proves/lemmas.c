/* Lemmas are proved by themselves, and used by the functions and lemmas behind them. */
/*@ axiomatic Growth {
      logic integer grown(integer n);
      axiom first: grown(0) == 1;
      axiom next: \forall integer n; 0 <= n ==> grown(n + 1) == 2 * grown(n);
    }
    lemma twice: grown(2) == 4;
    lemma more: grown(3) == 8;
*/

/*@ ensures \result == grown(3); */
int eight(void) { return 8; }
