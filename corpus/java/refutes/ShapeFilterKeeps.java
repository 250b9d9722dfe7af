/** Keeps the cells that it should drop. */
class ShapeFilterKeeps {
    static class Node {
        boolean marked;
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public void filter()
    /*: modifies content
        ensures "ALL v. v : content --> v : old content & ~v..Node.marked" */ // FAILS
    {
        Node current = first;
        Node kept = null;
        while (current != null) {
            Node after = current.next;
            if (current.marked) {
                current.next = kept;
                kept = current;
            }
            current = after;
        }
        first = kept;
    }
}
