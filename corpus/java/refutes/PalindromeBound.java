// The mirror image is looked up one place too far (twin of Palindrome).
class PalindromeBound {
  static boolean palindrome(char[] s) {
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < s.length; i++) {
      if (s[i] != s[s.length - i]) {  // FAILS
        return false;
      }
    }
    return true;
  }
}
