// An array of a type parameter may be any array of objects.
class SharedBoxes {
  private Integer[] boxes;
  //@ private invariant (\forall int i; 0 <= i && i < boxes.length; boxes[i] != null); // FAILS

  //@ requires (\forall int i; 0 <= i && i < all.length; all[i] != null);
  SharedBoxes(Integer[] all) {
    boxes = all;
  }
}

class SharedClearing {
  //@ requires all.length > 0;
  //@ assignable all[*];
  static <T> void clear(T[] all) {
    all[0] = null;
  }
}
