/** Stops one cell too late. */
class ShapeSortedAddUnsorted {
    static class Node {
        int key;
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "tree [Node.next]";
        invariant "first = null | (ALL n. n ~= null --> n..Node.next ~= first)";
        invariant "ALL v. v : content & v..Node.next ~= null --> v..Node.key <= v..Node.next..Node.key"; */ // FAILS

    public void add(Node n)
    /*: requires "n ~= null & n ~: content & n..Node.next = null & (ALL x. x ~= null --> x..Node.next ~= n)"
        modifies content
        ensures "content = old content Un {n}" */
    {
        Node prev = null;
        Node current = first;
        while (current != null && current.key > n.key) {
            prev = current;
            current = current.next;
        }
        n.next = current;
        if (prev == null) {
            first = n;
        } else {
            prev.next = n;
        }
    }
}
