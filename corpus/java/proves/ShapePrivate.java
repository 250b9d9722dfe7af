/** Which cells are hidden is nobody's business: no contract has to list a private specification variable. */
class ShapePrivate {
    static class Node {
        Node next;
    }

    private Node first;
    private Node spare;
    private static Node last;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        private specvar hidden :: objset;
        vardefs "hidden == {x. x ~= null & x = spare}";
        private static specvar lastOnes :: objset;
        private vardefs "lastOnes == {x. x ~= null & x = last}"; */

    public void forget()
    /*: ensures "spare = null" */
    {
        spare = null;
        last = null;
    }
}
