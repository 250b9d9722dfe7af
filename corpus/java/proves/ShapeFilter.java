/** Takes the cells with a value out of a list. */
class ShapeFilter {
    static class Node {
        int value;
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public void filter(int value)
    /*: modifies content ensures "content <= old content" */
    {
        Node prev = null;
        Node at = first;
        while (at != null) {
            Node rest = at.next;
            if (at.value == value) {
                if (prev == null) {
                    first = rest;
                } else {
                    prev.next = rest;
                }
            } else {
                prev = at;
            }
            at = rest;
        }
    }
}
