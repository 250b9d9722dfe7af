/** Does not cut: both parts share their cells. */
class ShapeSplitShared {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public Node split(Node spot)
    /*: requires "spot : content & spot ~= first"
        modifies content
        ensures "result = spot"
        ensures "ALL v. v : content --> ~rtrancl_pt (% x y. x..Node.next = y) result v" // FAILS
        ensures "old content = content Un {v. v ~= null & rtrancl_pt (% x y. x..Node.next = y) result v}" */
    {
        Node prev = first;
        Node current = first.next;
        while (current != spot) {
            prev = current;
            current = current.next;
        }
        prev.next = current;
        return current;
    }
}
