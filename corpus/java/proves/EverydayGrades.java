/** Grades by points. */
class EverydayGrades {
  //@ requires 0 <= points && points <= 100;
  //@ ensures 'A' <= \result && \result <= 'F';
  static char grade(int points) {
    if (points >= 90) {
      return 'A';
    }
    return (char) ('F' - points / 20);
  }

  //@ ensures \result.length() == 7 + name.length();
  static String line(String name, boolean passed) {
    String verdict = passed ? "passed" : "failed";
    return name + " " + verdict;
  }
}
