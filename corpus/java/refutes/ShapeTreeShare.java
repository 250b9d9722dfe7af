/** Trees that are none any more. */
class ShapeTreeShare {
    static class Node {
        Node left;
        Node right;
    }

    private Node root;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.left = y | x..Node.right = y) root x}";
        invariant "tree [Node.left, Node.right]"; // FAILS
     */

    public void share()
    /*: requires "root ~= null & root..Node.left ~= null" modifies content */
    {
        Node top = root;
        top.right = top.left;
    }

    public void ring()
    /*: requires "root ~= null" modifies content */
    {
        Node top = root;
        top.left = top;
    }

    public void lose()
    /*: requires "root ~= null" ensures "content = old content" */ // FAILS
    {
        Node top = root;
        top.left = null;
    }
}
