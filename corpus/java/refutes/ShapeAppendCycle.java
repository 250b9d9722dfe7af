/** Closes the list to a ring instead of appending to it. */
class ShapeAppendCycle {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */ // FAILS

    public void append(Node second)
    /*: requires "rtrancl_pt (% x y. x..Node.next = y) second null
                & (ALL v. v : content --> ~rtrancl_pt (% x y. x..Node.next = y) second v)"
        modifies content
        ensures "content = old content Un old {v. v ~= null & rtrancl_pt (% x y. x..Node.next = y) second v}" */ // FAILS
    {
        if (first == null) {
            first = second;
            return;
        }
        Node last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = first;
    }
}
