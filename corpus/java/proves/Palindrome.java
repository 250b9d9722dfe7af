// Two pointers that meet: is a text its own mirror image?
class Palindrome {
  //@ ensures \result ==> (\forall int k; 0 <= k && k < s.length; s[k] == s[s.length - 1 - k]);
  static boolean palindrome(char[] s) {
    int i = 0;
    int j = s.length - 1;
    //@ skolem_constant int k;
    //@ maintaining 0 <= i && i + j == s.length - 1;
    //@ loop_predicate 0 <= k, k < i, s[k] == s[s.length - 1 - k];
    while (i < j) {
      if (s[i] != s[j]) {
        return false;
      }
      i++;
      j--;
    }
    return true;
  }
}
