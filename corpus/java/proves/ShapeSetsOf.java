/** Sets that depend on an object: what follows it. */
class ShapeSetsOf {
    static class Node {
        Node next;
    }

    private Node first;

    /*: private specvar from :: "obj => objset";
        vardefs "from == (% n. {x. x ~= null & rtrancl_pt (% u v. u..Node.next = v) n x})";
        public specvar lonely :: "obj => bool";
        vardefs "lonely == (% n. n ~= null & n..Node.next = null & (ALL x. x ~= null --> x..Node.next ~= n))";
        invariant "rtrancl_pt (% u v. u..Node.next = v) first null"; */

    public void add(Node x)
    /*: requires "lonely x & x ~: from first"
        ensures "from first = (old (from first)) Un {x} & from x = from first" */
    {
        x.next = first;
        first = x;
    }
}
