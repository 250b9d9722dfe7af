/** Looks for a cell of a tree, with an invariant of the loop that speaks of what is below. */
class ShapeTreeInv {
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
    /*: ensures "result = null | result : content" */
    {
        Node current = root;
        while /*: inv "current ~= null --> current : content" */ (current != null && current.key != key) {
            if (key < current.key) {
                current = current.left;
            } else {
                current = current.right;
            }
        }
        //: assert "current = null | current : content";
        return current;
    }
}
