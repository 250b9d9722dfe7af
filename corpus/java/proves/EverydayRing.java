/** The last readings of a sensor. */
class EverydayRing {
  private final int[] readings;
  private int next;
  private int count;
  //@ private invariant 0 < readings.length && readings.length <= 1000 && 0 <= next && next < readings.length;
  //@ private invariant 0 <= count && count <= readings.length;

  //@ requires 0 < size && size <= 1000;
  EverydayRing(int size) {
    readings = new int[size];
  }

  void add(int reading) {
    readings[next] = reading;
    next = (next + 1) % readings.length;
    if (count < readings.length) {
      count++;
    }
  }

  boolean isFull() {
    return count == readings.length;
  }

  //@ signals_only IllegalStateException;
  int newest() {
    if (count == 0) {
      throw new IllegalStateException("no readings");
    }
    return readings[(next + readings.length - 1) % readings.length];
  }
}
