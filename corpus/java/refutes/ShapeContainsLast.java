/** Does not look at the last cell. */
class ShapeContainsLast {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public boolean contains(Node n)
    /*: requires "n ~= null" ensures "result <-> n : content" */ // FAILS
    {
        Node current = first;
        while (current != null && current.next != null && current != n) {
            current = current.next;
        }
        return current == n && n.next != null;
    }
}
