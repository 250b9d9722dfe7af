/** Temperatures of a week. */
class EverydayTemperature {
  //@ requires days.length > 0;
  //@ ensures (\forall int i; 0 <= i && i < days.length; days[i] <= \result);
  static int warmest(int[] days) {
    int best = days[0];
    for (int day : days) {
      best = Math.max(best, day);
    }
    return best;
  }

  //@ ensures 0 <= \result && \result <= days.length;
  static int below(int[] days, int limit) {
    int count = 0;
    for (int day : days) {
      if (day < limit) {
        count++;
      }
    }
    return count;
  }
}
