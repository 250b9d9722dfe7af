/** What was there is not new, and null is of every class. */
class ShapeAllocOld {
    static class Node {
        Node next;
    }

    private Node first;

    /*: invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public Node top()
    /*: requires "first ~= null" ensures "result ~: old Object.alloc" */ // FAILS
    {
        return first;
    }

    public Node push()
    /*: ensures "result : old alloc.Node" */ // FAILS
    {
        Node n = new Node();
        n.next = first;
        first = n;
        return n;
    }

    public Node none()
    /*: ensures "result ~: Node" */ // FAILS
    {
        return null;
    }
}
