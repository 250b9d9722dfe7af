/** Each new cell leads to itself. */
class ShapeCreateCycle {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */ // FAILS

    public void create(int cells)
    /*: modifies content */
    {
        Node made = null;
        for (int i = 0; i < cells; i++) {
            Node n = new Node();
            n.next = n;
            made = n;
        }
        first = made;
    }
}
