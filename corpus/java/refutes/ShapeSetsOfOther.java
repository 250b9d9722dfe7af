/** An argument is what it is where the function is used, whatever the definition calls its own variables. */
class ShapeSetsOfOther {
    static class Node {
        Node next;
    }

    private Node first;

    /*: private specvar from :: "obj => objset";
        vardefs "from == (% n. {x. x ~= null & rtrancl_pt (% u v. u..Node.next = v) n x})";
        public specvar sole :: "obj => bool";
        vardefs "sole == (% n. (ALL x. x ~= null --> x..Node.next ~= n))";
        invariant "rtrancl_pt (% u v. u..Node.next = v) first null"; */

    public void add(Node x)
    /*: requires "x ~= null & x..Node.next = null & (ALL y. y ~= null --> y..Node.next ~= x) & x ~: from first"
        ensures "from x = {x}" */ // FAILS
    {
        x.next = first;
        first = x;
    }

    public void look(Node x)
    /*: requires "x ~= null" ensures "sole x" */ // FAILS
    {
    }
}
