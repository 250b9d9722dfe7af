/** A list of cells that keeps its content in a ghost field. */
class ShapeJmlGhost {
    static class Node {
        /*@ nullable @*/ Node next;
    }

    private /*@ spec_public nullable @*/ Node first;
    //@ ghost public JMLObjectSet content = new JMLObjectSet();

    //@ public invariant \reach(first, next, null);
    //@ public invariant content == \reach(first, Node, next);

    //@ ensures content.isEmpty();
    public ShapeJmlGhost() {
    }

    //@ requires !content.has(n) && n.next == null;
    //@ ensures content == \old(content).insert(n);
    public void add(Node n) {
        //@ set content = content.union(new JMLObjectSet(n));
        if (first == null) {
            first = n;
            return;
        }
        Node last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = n;
    }

    //@ ensures \result <==> content.has(n); // OPEN
    public /*@ pure @*/ boolean contains(Node n) {
        /*@ nullable @*/ Node at = first;
        while (at != null && at != n) {
            at = at.next;
        }
        return at == n;
    }

    //@ ensures content == \old(content);
    public void reverse() {
        /*@ nullable @*/ Node current = first;
        /*@ nullable @*/ Node result = null;
        while (current != null) {
            /*@ nullable @*/ Node after = current.next;
            current.next = result;
            result = current;
            current = after;
        }
        first = result;
    }

    //@ ensures \result == null ==> content.isEmpty();
    //@ ensures \result != null ==> \old(content).has(\result) && content == \old(content).remove(\result);
    public /*@ nullable @*/ Node take() {
        /*@ nullable @*/ Node n = first;
        if (n != null) {
            first = n.next;
            //@ set content = content.remove(n);
        }
        return n;
    }

    //@ ensures content == JMLObjectSet.EMPTY_SET;
    public void clear() {
        //@ ghost JMLObjectSet gone = content;
        first = null;
        //@ set content = JMLObjectSet.EMPTY_SET;
        //@ assert gone == \old(content);
    }
}
