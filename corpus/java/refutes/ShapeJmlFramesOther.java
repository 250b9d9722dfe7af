/** Model fields change that are not assignable. */
class ShapeJmlFramesOther {
    static class Node {
        /*@ nullable @*/ Node next;
    }

    private /*@ spec_public nullable @*/ Node first;
    private /*@ spec_public nullable @*/ Node marked;

    //@ public model instance JMLObjectSet content;
    //@ represents content = \reach(first, Node, next);
    //@ public model instance JMLObjectSet marks;
    //@ represents marks = \reach(marked, Node, next);

    //@ assignable content;
    void unmark() {
        marked = null; // FAILS
    }

    //@ requires marked != null;
    //@ assignable content; // FAILS
    void cut() {
        marked.next = null;
    }
}
