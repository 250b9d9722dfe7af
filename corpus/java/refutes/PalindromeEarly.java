// The mirror test leaves the innermost pair out (twin of Palindrome).
class PalindromeEarly {
  //@ ensures \result && s.length == 2 ==> s[0] == s[1];  // FAILS
  static boolean palindrome(char[] s) {
    int i = 0;
    int j = s.length - 1;
    //@ skolem_constant int k;
    //@ loop_invariant 0 <= i && i + j == s.length - 1;
    //@ loop_predicate 0 <= k, k < i, s[k] == s[s.length - 1 - k];
    while (i < j - 1) {
      if (s[i] != s[j]) {
        return false;
      }
      i++;
      j--;
    }
    return true;
  }
}
