/** Cuts a part off a tree, and hangs it back in on the other side. */
class ShapeTreePrune {
    static class Node {
        Node left;
        Node right;
    }

    private Node root;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.left = y | x..Node.right = y) root x}";
        invariant "tree [Node.left, Node.right]"; */

    public void prune()
    /*: requires "root ~= null" modifies content ensures "root..Node.left = null & content <= old content" */
    {
        Node top = root;
        top.left = null;
    }

    public void turn()
    /*: requires "root ~= null & root..Node.right = null" modifies content */
    {
        Node part = root.left;
        Node top = root;
        top.left = null;
        top.right = part;
    }
}
