// SLOW
/** Hangs the new cell in on both sides. */
class ShapeTreeAddTwice {
    static class Node {
        int key;
        Node left;
        Node right;
    }

    private Node root;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.left = y | x..Node.right = y) root x}";
        invariant "tree [Node.left, Node.right]"; */ // FAILS

    public void add(Node e)
    /*: requires "e ~= null & e ~: content & e..Node.left = null & e..Node.right = null & (ALL x. x ~= null --> x..Node.left ~= e & x..Node.right ~= e)"
        modifies content
        ensures "content = old content Un {e}" */
    {
        Node above = null;
        Node current = root;
        while (current != null) {
            above = current;
            if (e.key < current.key) {
                current = current.left;
            } else {
                current = current.right;
            }
        }
        if (above == null) {
            root = e;
        } else {
            if (e.key < above.key) {
                above.left = e;
            } else {
                above.right = e;
                above.left = e;
            }
        }
    }
}
