/** The last roll before the first one. */
class EverydayBowlingLast {
  private final int[] rolls = new int[21];
  private int rolled;
  //@ private invariant 0 <= rolled && rolled <= rolls.length;
  //@ private invariant rolls.length == 21;

  int last() {
    return rolls[rolled - 1]; // FAILS
  }
}
