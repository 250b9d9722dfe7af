/** Does not set `prev` of the new cell. */
class ShapeDllAddLastPrev {
    static class Node {
        Node next;
        Node prev;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "tree [Node.next]";
        invariant "first = null | (ALL n. n ~= null --> n..Node.next ~= first)";
        invariant "ALL x. x : content & x..Node.next ~= null --> x..Node.next..Node.prev = x"; */ // FAILS

    public void addLast(Node n)
    /*: requires "n ~= null & n ~: content & n..Node.next = null & (ALL x. x ~= null --> x..Node.next ~= n)"
        modifies content
        ensures "content = old content Un {n}" */
    {
        if (first == null) {
            first = n;
            return;
        }
        Node last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = n;
            }
}
