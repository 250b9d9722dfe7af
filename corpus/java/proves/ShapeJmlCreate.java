/** Makes lists of new cells, and says that they are new. */
class ShapeJmlCreate {
    static class Node {
        /*@ nullable @*/ Node next;
    }

    private /*@ spec_public nullable @*/ Node first;

    //@ public model instance JMLObjectSet content;
    //@ represents content = \reach(first, Node, next);

    //@ assignable content;
    //@ ensures \reach(first, next, null);
    //@ ensures (\forall Node n; content.has(n); \fresh(n));
    public void create(int cells) {
        /*@ nullable @*/ Node made = null;
        for (int i = 0; i < cells; i++) {
            Node n = new Node();
            n.next = made;
            made = n;
        }
        first = made;
    }

    //@ requires \reach(first, next, null);
    //@ assignable content;
    //@ ensures \reach(first, next, null) && \old(content).isSubset(content);
    //@ ensures (\forall Node n; content.has(n) && !\old(content).has(n); \fresh(n));
    public void more(int cells) {
        for (int i = 0; i < cells; i++) {
            Node n = new Node();
            n.next = first;
            first = n;
        }
    }
}
