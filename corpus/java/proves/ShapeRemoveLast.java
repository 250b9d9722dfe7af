/** Takes the last cell off a list that is not empty. */
class ShapeRemoveLast {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public Node removeLast()
    /*: requires "first ~= null"
        modifies content
        ensures "result ~= null & content = old content - {result} & result..Node.next = null" */
    {
        Node prev = null;
        Node last = first;
        while (last.next != null) {
            prev = last;
            last = last.next;
        }
        if (prev == null) {
            first = null;
        } else {
            prev.next = null;
        }
        return last;
    }
}
