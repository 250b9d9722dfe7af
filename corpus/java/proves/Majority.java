// The candidate for the majority by counting up and down, and skipping blanks.
class Majority {
  //@ requires a.length > 0;
  //@ ensures (\exists int k; 0 <= k && k < a.length; a[k] == \result);
  static int candidate(int[] a) {
    int c = a[0];
    int at = 0;
    int n = 0;
    //@ loop_predicate 0 <= i, 0 <= at, at < a.length, a[at] == c;
    for (int i = 0; i < a.length; i++) {
      if (n == 0) {
        c = a[i];
        at = i;
        n = 1;
      } else if (a[i] == c) {
        n++;
      } else {
        n--;
      }
    }
    return c;
  }

  //@ requires 0 <= from && from <= s.length;
  //@ ensures from <= \result && \result <= s.length;
  //@ ensures \result < s.length ==> s[\result] != ' ';
  //@ ensures (\forall int k; from <= k && k < \result; s[k] == ' ');
  static int skip(char[] s, int from) {
    int i = from;
    //@ skolem_constant int k;
    //@ loop_predicate from <= i, i <= s.length, from <= k, k < i, s[k] == ' ';
    while (i < s.length && s[i] == ' ') {
      i++;
    }
    return i;
  }
}
