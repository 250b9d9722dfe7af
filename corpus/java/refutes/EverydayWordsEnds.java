/** Every word is counted at its end, also where there is none. */
class EverydayWordsEnds {
  //@ ensures \result <= line.length(); // FAILS
  static int words(String line) {
    int count = 1;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == ' ') {
        count++;
      }
    }
    return count;
  }
}
