/** The large cells are lost but for the last (twin of ShapePartition). */
class ShapePartitionLost {
    static class Node {
        int value;
        Node next;
    }

    private Node first;
    private Node large;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        public specvar others :: objset;
        vardefs "others == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) large x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null";
        invariant "rtrancl_pt (% x y. x..Node.next = y) large null"; */

    public void partition(int limit)
    /*: requires "others = {}" modifies content, others
        ensures "content Un others = old content" */ // FAILS
    {
        Node at = first;
        first = null;
        large = null;
        while (at != null) {
            Node rest = at.next;
            if (at.value < limit) {
                at.next = first;
                first = at;
            } else {
                at.next = null;
                large = at;
            }
            at = rest;
        }
    }
}
