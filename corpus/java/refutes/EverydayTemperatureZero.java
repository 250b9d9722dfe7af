/** Temperatures of a week may be below zero. */
class EverydayTemperatureZero {
  //@ requires days.length > 0;
  //@ ensures (\exists int i; 0 <= i && i < days.length; days[i] == \result); // FAILS
  static int warmest(int[] days) {
    int best = 0;
    for (int day : days) {
      best = Math.max(best, day);
    }
    return best;
  }
}
