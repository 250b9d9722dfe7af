/** Goes one step too far. */
class ShapeTraverseEnd {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}"; */

    public int traverse()
    /*: requires "rtrancl_pt (% x y. x..Node.next = y) first null" ensures "content = old content" */
    {
        int seen = 0;
        Node current = first;
        while (first != null) {
            //: assert "current : content"; // FAILS
            seen++;
            current = current.next;
        }
        return seen;
    }
}
