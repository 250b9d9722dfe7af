/** The variable is public, and the contract does not list it (twin of ShapePrivate). */
class ShapePrivateShown {
    static class Node {
        Node next;
    }

    private Node first;
    private Node spare;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        public specvar hidden :: objset;
        vardefs "hidden == {x. x ~= null & x = spare}"; */

    public void forget()
    /*: ensures "spare = null" */ // FAILS
    {
        spare = null;
    }
}
