/** Loses the rest of the list. */
class ShapeReverseLost {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public void reverse()
    /*: ensures "content = old content" */ // FAILS
    {
        Node current = first;
        Node result = null;
        while (current != null) {
            Node after = current.next;
            current.next = result;
            result = current;
            current = current.next;
        }
        first = result;
    }
}
