/** Operations of a list that lose cells, or find what is not there. */
class ShapeJmlListLost {
    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    private /*@ spec_public nullable @*/ Node first;

    //@ public model instance JMLObjectSet content;
    //@ represents content = \reach(first, Node, next);

    //@ requires \reach(first, next, null) && !content.has(n);
    //@ assignable content;
    //@ ensures content == \old(content).insert(n); // FAILS
    public void push(Node n) {
        n.next = null;
        first = n;
    }

    //@ requires \reach(first, next, null);
    //@ ensures \result <==> content.has(n); // FAILS
    public boolean contains(Node n) {
        /*@ nullable @*/ Node at = first;
        while (at != null && at != n) {
            at = at.next;
        }
        return at == null;
    }

    //@ requires \reach(first, next, null) && content.has(n);
    //@ assignable content;
    //@ ensures content == \old(content).remove(n); // FAILS
    public void remove(Node n) {
        if (first == n) {
            first = n.next;
            return;
        }
        Node prev = first;
        while (prev.next != n) {
            prev = prev.next;
        }
        prev.next = null;
    }
}
