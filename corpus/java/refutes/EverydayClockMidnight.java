/** A clock that does not know midnight. */
class EverydayClockMidnight {
  private int minutes;
  //@ private invariant 0 <= minutes && minutes < 24 * 60; // FAILS

  EverydayClockMidnight(int hours, int minutes) {
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) {
      this.minutes = 0;
    } else {
      this.minutes = 60 * hours + minutes;
    }
  }

  void tick() {
    minutes = minutes + 1;
  }
}
