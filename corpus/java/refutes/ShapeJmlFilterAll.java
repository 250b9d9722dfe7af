/** Keeps what it should take out. */
class ShapeJmlFilterAll {
    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    private /*@ spec_public nullable @*/ Node first;

    //@ public model instance \set<Node> content;
    //@ represents content <- \reach(first);

    //@ requires \reach(first, next, null);
    //@ assignable content;
    //@ ensures content == new JMLObjectSet {Node n | \old(content).has(n) && n.value != value}; // FAILS
    public void filter(int value) {
        if (first != null && first.value == value) {
            first = first.next;
        }
    }
}
