/** Does not set the parent of the new cell. */
class ShapeParentTreeAddParent {
    static class Node {
        int key;
        Node left;
        Node right;
        Node parent;
    }

    private Node root;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & root ~= null & rtrancl_pt (% x y. x..Node.parent = y) x root}";
        invariant "root = null | root..Node.parent = null";
        invariant "ALL x. x : content & x..Node.left ~= null --> x..Node.left..Node.parent = x";
        invariant "ALL x. x : content & x..Node.right ~= null --> x..Node.right..Node.parent = x"; */

    public void add(Node e)
    /*: requires "e ~= null & e ~: content & e..Node.left = null & e..Node.right = null & e..Node.parent = null & (ALL x. x ~= null --> x..Node.parent ~= e)"
        modifies content
        ensures "root ~= null & content = old content Un {e}" */ // FAILS
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
            }
        }
    }
}
