/** Makes lists of new cells: one of its own, and one in front of the cells that are there. */
class ShapeCreate {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public void create(int cells)
    /*: modifies content */
    {
        Node made = null;
        for (int i = 0; i < cells; i++) {
            Node n = new Node();
            n.next = made;
            made = n;
        }
        first = made;
    }

    public void more(int cells)
    /*: modifies content ensures "(old content) <= content" */
    {
        for (int i = 0; i < cells; i++) {
            Node n = new Node();
            n.next = first;
            first = n;
        }
    }
}
