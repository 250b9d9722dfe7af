/** A list of cells in JML: its content is a model field, the set of the cells that one comes to. */
class ShapeJmlList {
    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    private /*@ spec_public nullable @*/ Node first;

    //@ public model instance JMLObjectSet content;
    //@ represents content = \reach(first, Node, next);
    //@ public invariant \reach(first, next, null);

    //@ requires !content.has(n);
    //@ assignable content;
    //@ ensures content == \old(content).insert(n);
    public void push(Node n) {
        n.next = first;
        first = n;
    }

    //@ requires !content.has(n) && n.next == null;
    //@ assignable content;
    //@ ensures content == \old(content).union(JMLObjectSet.singleton(n));
    public void addLast(Node n) {
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

    //@ assignable \nothing;
    //@ ensures \result <==> content.has(n);
    public boolean contains(Node n) {
        /*@ nullable @*/ Node at = first;
        while (at != null && at != n) {
            at = at.next;
        }
        return at == n;
    }

    //@ requires content.has(n);
    //@ assignable content;
    //@ ensures content == \old(content).remove(n);
    public void remove(Node n) {
        if (first == n) {
            first = n.next;
            return;
        }
        Node prev = first;
        while (prev.next != n) {
            prev = prev.next;
        }
        prev.next = n.next;
    }

}
