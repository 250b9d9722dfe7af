/** Looks for a key in a search tree whose cells do not know their parents. */
class ShapeTreeFind {
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
    /*: ensures "result = null | result : content & result..Node.key = key" */
    {
        Node current = root;
        while (current != null && current.key != key) {
            if (key < current.key) {
                current = current.left;
            } else {
                current = current.right;
            }
        }
        return current;
    }
}
