/** A singly linked list, reversed in place. */
class ShapeReverse {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public void reverse()
    /*: ensures "content = old content" */
    {
        Node current = first;
        Node result = null;
        while (current != null) {
            Node after = current.next;
            current.next = result;
            result = current;
            current = after;
        }
        first = result;
    }
}
