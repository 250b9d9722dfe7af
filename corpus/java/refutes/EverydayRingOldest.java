/** The newest reading, next to the first place. */
class EverydayRingOldest {
  private final int[] readings;
  private int next;
  private int count;
  //@ private invariant 0 < readings.length && readings.length <= 1000 && 0 <= next && next < readings.length;
  //@ private invariant 0 <= count && count <= readings.length;

  //@ requires 0 < size && size <= 1000;
  EverydayRingOldest(int size) {
    readings = new int[size];
  }

  //@ signals_only IllegalStateException;
  int newest() {
    if (count == 0) {
      throw new IllegalStateException("no readings");
    }
    return readings[next - 1]; // FAILS
  }
}
