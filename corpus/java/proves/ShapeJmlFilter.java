/** Takes the cells with a value out of a list; the class has one field that leads on. */
class ShapeJmlFilter {
    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    private /*@ spec_public nullable @*/ Node first;

    //@ public model instance \set<Node> content;
    //@ represents content <- \reach(first);
    //@ public invariant \reach(first, next, null);

    //@ assignable content;
    //@ ensures content.isSubset(\old(content));
    public void filter(int value) {
        /*@ nullable @*/ Node prev = null;
        /*@ nullable @*/ Node at = first;
        while (at != null) {
            /*@ nullable @*/ Node rest = at.next;
            if (at.value == value) {
                if (prev == null) {
                    first = rest;
                } else {
                    prev.next = rest;
                }
            } else {
                prev = at;
            }
            at = rest;
        }
    }

    //@ requires first != null;
    //@ assignable content;
    //@ ensures content == new JMLObjectSet {Node n | \old(content).has(n) && n != \old(first)};
    public void dropFirst() {
        first = first.next;
    }
}
