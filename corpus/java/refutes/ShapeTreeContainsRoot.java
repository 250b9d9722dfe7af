/** Gives the root where nothing is found. */
class ShapeTreeContainsRoot {
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

    public Node contains(int key)
    /*: ensures "result = null | result : content & result..Node.key = key" */ // FAILS
    {
        Node current = root;
        while (current != null && current.key != key) {
            if (key < current.key) {
                current = current.left;
            } else {
                current = current.right;
            }
        }
        return current == null ? root : current;
    }
}
