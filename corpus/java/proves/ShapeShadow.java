/** Parameters with the names of fields: what the class says is about the fields. */
class ShapeShadow {
    static class Node {
        Node next;
    }

    private Node first;
    private static Node spare;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        public specvar spares :: objset;
        vardefs "spares == {x. x = spare}";
        invariant "tree [Node.next]";
        invariant "first ~= null"; */

    public void keep(Node first)
    /*: ensures "content = old content" */
    {
        if (first != null) {
            first = null;
        }
    }

    public void push(Node first, Node spare)
    /*: requires "first ~= null & first ~: content & first..Node.next = null & (ALL x. x ~= null --> x..Node.next ~= first & x..Node.next ~= this..first)"
        modifies content
        ensures "content = old content Un {first} & spares = old spares" */
    {
        first.next = this.first;
        this.first = first;
    }
}
