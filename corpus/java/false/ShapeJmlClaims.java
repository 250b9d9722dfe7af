/** Claims about sets, model fields and new cells that do not hold. */
class ShapeJmlClaims {
    static class Node {
        /*@ nullable @*/ Node next;
    }

    private /*@ spec_public nullable @*/ Node first;
    //@ public model instance JMLObjectSet content;
    //@ represents content = \reach(first, Node, next);

    //@ requires first != null;
    //@ assignable content;
    void cut() {
        first.next = null;
    }

    //@ requires a != b && a.first != null;
    static void two(ShapeJmlClaims a, ShapeJmlClaims b) {
        //@ ghost JMLObjectSet before = b.content;
        a.cut();
        //@ assert b.content == before; // FAILS
    }

    //@ requires \reach(first, next, null);
    //@ ensures (\forall Node n; content.has(n); \fresh(n)); // FAILS
    void allNew(int cells) {
        for (int i = 0; i < cells; i++) {
            Node n = new Node();
            n.next = first;
            first = n;
        }
    }

    //@ requires \reach(first, next, null);
    //@ ensures content == \old(content); // FAILS
    void noneNew(int cells) {
        for (int i = 0; i < cells; i++) {
            Node n = new Node();
            n.next = first;
            first = n;
        }
    }

    //@ ensures \old(content).isProperSubset(content); // FAILS
    void another(int cells) {
        for (int i = 0; i < cells; i++) {
            Node n = new Node();
            n.next = first;
            first = n;
        }
    }

    //@ ensures (\forall \object v; content.has(v); !\allocated(v)); // FAILS
    void notMade() {
        first = new Node();
    }

    //@ ensures (\forall \object v; v != null; \allocated(v)); // FAILS
    void allMade() {
        first = new Node();
    }

    //@ requires \reach(first, next, null);
    //@ ensures !\reach(first, next, null); // FAILS
    void push() {
        Node n = new Node();
        n.next = first;
        first = n;
    }
}
