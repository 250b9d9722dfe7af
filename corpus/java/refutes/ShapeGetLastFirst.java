/** Takes the first cell for the last. */
class ShapeGetLastFirst {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public Node getLast()
    /*: requires "first ~= null" ensures "result : content & result..Node.next = null" */ // FAILS
    {
        Node last = first;
                return last;
    }
}
