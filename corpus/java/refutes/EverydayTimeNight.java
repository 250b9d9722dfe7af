/** Times of a day, past midnight. */
class EverydayTimeNight {
  //@ requires 0 <= time && time < 1440 && 0 <= by && by < 1440;
  //@ ensures 0 <= \result && \result < 1440; // FAILS
  static int later(int time, int by) {
    return time + by;
  }

  //@ requires 0 <= time && time < 1440 && 0 <= by && by < 1440;
  //@ ensures 0 <= \result; // FAILS
  static int earlier(int time, int by) {
    return (time - by) % 1440;
  }
}
