/** Grades by points. */
class EverydayGradesLow {
  //@ requires 0 <= points && points <= 100;
  //@ ensures 'A' <= \result && \result <= 'F'; // FAILS
  static char grade(int points) {
    return (char) ('F' - points / 10);
  }

  //@ ensures \result.length() == 7 + name.length(); // FAILS
  static String line(String name, boolean passed) {
    String verdict = passed ? "passed" : "not passed";
    return name + " " + verdict;
  }
}
