/** Which cells are hidden is nobody's business: no contract has to list a private specification variable. */
class ShapePrivate {
    static class Node {
        Node next;
    }

    private Node first;
    private Node spare;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        private specvar hidden :: objset;
        vardefs "hidden == {x. x ~= null & x = spare}"; */

    public void forget()
    /*: ensures "spare = null" */
    {
        spare = null;
    }
}
