/** Cuts a list in two before a cell, and gives the second part. */
class ShapeSplit {
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
        ensures "ALL v. v : content --> ~rtrancl_pt (% x y. x..Node.next = y) result v"
        ensures "old content = content Un {v. v ~= null & rtrancl_pt (% x y. x..Node.next = y) result v}" */
    {
        Node prev = first;
        Node current = first.next;
        while (current != spot) {
            prev = current;
            current = current.next;
        }
        prev.next = null;
        return current;
    }
}
