/** Letters counted. */
class EverydayVowels {
  static boolean isVowel(char c) {
    return "aeiou".indexOf(Character.toLowerCase(c)) >= 0;
  }

  //@ ensures 0 <= \result && \result <= text.length();
  static int vowels(String text) {
    int count = 0;
    for (char c : text.toCharArray()) {
      if (isVowel(c)) {
        count++;
      }
    }
    return count;
  }

  //@ requires text.length() > 0 && 'a' <= text.charAt(0) && text.charAt(0) <= 'z';
  //@ ensures 'A' <= \result && \result <= 'Z';
  static char capital(String text) {
    return Character.toUpperCase(text.charAt(0));
  }
}
