/** Looks for a cell in a list. */
class ShapeContains {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public boolean contains(Node n)
    /*: requires "n ~= null" ensures "result <-> n : content" */
    {
        Node current = first;
        while (current != null && current != n) {
            current = current.next;
        }
        return current != null;
    }
}
