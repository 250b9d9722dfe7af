/** The least number of an empty tree. */
class EverydayTreeEmpty {
  static final class Node {
    final int value;
    /*@ nullable @*/ Node left;
    /*@ nullable @*/ Node right;

    Node(int value) {
      this.value = value;
    }
  }

  private /*@ nullable @*/ Node root;

  int least() {
    Node at = root;
    while (at.left != null) { // FAILS
      at = at.left;
    }
    return at.value;
  }
}
