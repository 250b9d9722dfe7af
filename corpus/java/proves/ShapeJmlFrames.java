/** What may be written where a model field is assignable, and what keeps its value. */
class ShapeJmlFrames {
    static class Node {
        /*@ nullable @*/ Node next;
        /*@ nullable @*/ Node other;
    }

    private /*@ spec_public nullable @*/ Node first;
    private /*@ spec_public nullable @*/ Node marked;
    int n;

    //@ public model instance JMLObjectSet content;
    //@ represents content = \reach(first, Node, next);
    //@ public model instance JMLObjectSet marks;
    //@ represents marks = \reach(marked, Node, other);
    //@ model int twice;
    //@ represents twice = n + n;

    //@ assignable content;
    //@ ensures content.isEmpty();
    void clear() {
        first = null;
    }

    //@ requires n == 4;
    void caller() {
        //@ ghost JMLObjectSet before = marks;
        clear();
        //@ assert marks == before && content.isEmpty() && twice == 8;
    }

    //@ assignable twice;
    //@ ensures twice == 6 && \not_modified(content);
    void three() {
        n = 3;
    }

    //@ requires \reach(first, next, marked) && marked != null;
    //@ ensures content.has(marked) && !content.has(null) && content.containsAll(\reach(marked, Node, next));
    //@ ensures \reach(null, Node, next).equals(new JMLObjectSet()) && marks.difference(marks).isEmpty();
    //@ ensures content.intersection(marks).isSubset(content.union(marks));
    void facts() {
    }
}
