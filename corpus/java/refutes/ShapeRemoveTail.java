/** Drops everything behind the cell too. */
class ShapeRemoveTail {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public void remove(Node n)
    /*: requires "n : content" modifies content ensures "content = old content - {n}" */ // FAILS
    {
        if (first == n) {
            first = n.next;
        } else {
            Node prev = first;
            while (prev.next != n) {
                prev = prev.next;
            }
            prev.next = null;
        }
    }
}
