/** Parameters with the names of fields do not stand for them in what the class says. */
class ShapeShadowed {
    static class Node {
        Node next;
    }

    private Node first;
    private static Node spare;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        public specvar spares :: objset;
        vardefs "spares == {x. x = spare}";
        invariant "tree [Node.next]"; */

    // only the parameter leads to what was in the list
    public void drop(Node first)
    /*: requires "first = this..ShapeShadowed.first"
        modifies content ensures "content = old content" */ // FAILS
    {
        this.first = null;
    }

    public void take(Node spare)
    /*: ensures "True" */ // FAILS
    {
        ShapeShadowed.spare = spare;
    }
}
