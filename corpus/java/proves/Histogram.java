// Counting how often each value occurs, for numbers below a bound and for letters.
class Histogram {
  //@ requires 0 <= m;
  //@ requires (\forall int k; 0 <= k && k < a.length; 0 <= a[k] && a[k] < m);
  //@ ensures \result.length == m;
  static int[] count(int[] a, int m) {
    int[] count = new int[m];
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < a.length, 0 <= a[k], a[k] < m;
    for (int i = 0; i < a.length; i++) {
      count[a[i]]++;
    }
    return count;
  }

  static int[] letters(char[] text) {
    int[] count = new int[26];
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < text.length; i++) {
      char c = text[i];
      if ('a' <= c && c <= 'z') {
        count[c - 'a'] += 1;
      }
    }
    return count;
  }
}
