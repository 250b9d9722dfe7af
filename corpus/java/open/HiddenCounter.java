// Nothing says of the counter, where there is no object yet, that it is not negative; but no caller makes it so, either.
class HiddenCounter {
  private static int made = 0;
  private int slot;
  //@ private invariant 0 <= slot; // OPEN

  HiddenCounter() {
    slot = made;
    made++;
  }
}
