/** Each new cell replaces the one before. */
class ShapeJmlCreateLost {
    static class Node {
        /*@ nullable @*/ Node next;
    }

    private /*@ spec_public nullable @*/ Node first;

    //@ public model instance JMLObjectSet content;
    //@ represents content = \reach(first, Node, next);

    //@ requires \reach(first, next, null);
    //@ assignable content;
    //@ ensures \old(content).isSubset(content); // FAILS
    public void more(int cells) {
        for (int i = 0; i < cells; i++) {
            Node n = new Node();
            n.next = null;
            first = n;
        }
    }
}
