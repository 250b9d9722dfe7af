/** Makes a list of any number of cells: each round, who runs it decides whether there is another one. */
class ShapeHavoc {
    static class Node {
        Node next;
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public void create()
    /*: modifies content */
    {
        Node made = null;
        boolean more = true;
        while (more) {
            Node n = new Node();
            n.next = made;
            made = n;
            //: havoc more;
        }
        first = made;
    }

    public int any(int least)
    /*: ensures "least <= result" */
    {
        int number = least;
        //: havoc number;
        if (number < least) {
            return least;
        }
        return number;
    }
}
