/** Points of a game. */
class EverydayBowling {
  private final int[] rolls = new int[21];
  private int rolled;
  //@ private invariant 0 <= rolled && rolled <= rolls.length;
  //@ private invariant rolls.length == 21;

  boolean roll(int pins) {
    if (pins < 0 || pins > 10 || rolled == rolls.length) {
      return false;
    }
    rolls[rolled++] = pins;
    return true;
  }

  int last() {
    return rolled == 0 ? 0 : rolls[rolled - 1];
  }
}
