/** Gives the root where nothing is found. */
class ShapeTreeFindRoot {
    static class Node {
        int key;
        Node left;
        Node right;
    }

    private Node root;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.left = y | x..Node.right = y) root x}";
        invariant "tree [Node.left, Node.right]"; */

    public Node find(int key)
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
