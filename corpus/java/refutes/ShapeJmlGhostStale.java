/** The ghost field does not follow what is done to the list. */
class ShapeJmlGhostStale {
    static class Node {
        /*@ nullable @*/ Node next;
    }

    private /*@ spec_public nullable @*/ Node first;
    //@ ghost public JMLObjectSet content = new JMLObjectSet();

    //@ requires \reach(first, next, null) && content == \reach(first, Node, next) && !content.has(n);
    //@ ensures content == \reach(first, Node, next); // FAILS
    public void push(Node n) {
        n.next = first;
        first = n;
    }

    //@ requires \reach(first, next, null) && content == \reach(first, Node, next);
    //@ ensures content == \reach(first, Node, next); // FAILS
    public void clear() {
        first = null;
        //@ set content = content.union(\old(content));
    }
}
