// SLOW
/** A list with a second, sparser list of short cuts through it. */
class ShapeSkipAdd {
    static class Node {
        int key;
        Node next;
        Node skip;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "tree [Node.next]";
        invariant "first = null | (ALL n. n ~= null --> n..Node.next ~= first)";
        invariant "ALL x. x ~= null --> rtrancl_pt (% x y. x..Node.next = y) (x..Node.next) (x..Node.skip)"; */

    public void add(Node e)
    /*: requires "e ~= null & e ~: content & e..Node.next = null & (ALL x. x ~= null --> x..Node.next ~= e)"
        modifies content
        ensures "content = old content Un {e}" */
    {
        if (first == null) {
            first = e;
            return;
        }
        int key = e.key;
        Node far = first;
        Node farther = first.skip;
        while (farther != null && farther.key < key) {
            far = farther;
            farther = farther.skip;
        }
        Node prev = far;
        Node current = far.next;
        while (current != farther && current.key < key) {
            prev = current;
            current = current.next;
        }
        e.next = current;
        prev.next = e;
        if (key > 0) {
            far.skip = e;
            e.skip = farther;
        } else {
            e.skip = null;
        }
    }
}
