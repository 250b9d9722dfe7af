/** Splits a list by value: the small ones stay, the others are put into a second list. */
class ShapePartition {
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
        ensures "content Un others = old content & content Int others = {}" */
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
                at.next = large;
                large = at;
            }
            at = rest;
        }
    }
}
