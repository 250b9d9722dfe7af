/** A clock of hours and minutes. */
class EverydayClock {
  private int minutes;
  //@ private invariant 0 <= minutes && minutes < 24 * 60;

  EverydayClock(int hours, int minutes) {
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) {
      this.minutes = 0;
    } else {
      this.minutes = 60 * hours + minutes;
    }
  }

  void tick() {
    minutes = (minutes + 1) % (24 * 60);
  }

  //@ ensures 0 <= \result && \result < 24;
  int hours() {
    return minutes / 60;
  }

  String shown() {
    int h = minutes / 60;
    int m = minutes % 60;
    return (h < 10 ? "0" + h : "" + h) + ":" + (m < 10 ? "0" + m : "" + m);
  }
}
