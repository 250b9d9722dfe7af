/** Times of a day. */
class EverydayTime {
  //@ requires 0 <= hours && hours < 24 && 0 <= minutes && minutes < 60;
  //@ ensures 0 <= \result && \result < 1440;
  static int ofDay(int hours, int minutes) {
    return hours * 60 + minutes;
  }

  //@ ensures 0 <= \result && \result < 1440;
  static int later(int time, int by) {
    return Math.floorMod(Math.floorMod(time, 1440) + Math.floorMod(by, 1440), 1440);
  }

  //@ requires 0 <= number && number < 100;
  //@ ensures \result.length() == 2;
  static String two(int number) {
    return number < 10 ? "0" + number : "" + number;
  }
}
