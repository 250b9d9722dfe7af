/** Loses the cells behind the new one. */
class ShapeInsertBeforeLost {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public void insertBefore(Node spot, Node n)
    /*: requires "spot : content & n ~= null & n ~: content"
        modifies content
        ensures "content = old content Un {n} & n..Node.next = spot" */ // FAILS
    {
        Node prev = null;
        Node current = first;
        while (current != spot) {
            prev = current;
            current = current.next;
        }
        n.next = null;
        if (prev == null) {
            first = n;
        } else {
            prev.next = n;
        }
    }
}
