/** A tree of numbers. */
class EverydayTree {
  static final class Node {
    final int value;
    /*@ nullable @*/ Node left;
    /*@ nullable @*/ Node right;

    Node(int value) {
      this.value = value;
    }
  }

  private /*@ nullable @*/ Node root;

  boolean contains(int value) {
    Node at = root;
    while (at != null && at.value != value) {
      at = value < at.value ? at.left : at.right;
    }
    return at != null;
  }

  void add(int value) {
    if (root == null) {
      root = new Node(value);
      return;
    }
    Node at = root;
    while (true) {
      if (value == at.value) {
        return;
      }
      Node next = value < at.value ? at.left : at.right;
      if (next == null) {
        break;
      }
      at = next;
    }
    if (value < at.value) {
      at.left = new Node(value);
    } else {
      at.right = new Node(value);
    }
  }

  //@ requires root != null;
  int least() {
    Node at = root;
    while (at.left != null) {
      at = at.left;
    }
    return at.value;
  }
}
