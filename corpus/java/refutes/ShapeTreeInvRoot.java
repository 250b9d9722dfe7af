/** The cell that was found need not be below the right one. */
class ShapeTreeInvRoot {
    static class Node {
        int key;
        Node left;
        Node right;
    }

    private Node root;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.left = y | x..Node.right = y) root x}";
        public specvar below :: "obj => objset";
        vardefs "below == (% n. {x. x ~= null & rtrancl_pt (% x y. x..Node.left = y | x..Node.right = y) n x})";
        invariant "tree [Node.left, Node.right]"; */

    public Node step()
    /*: requires "root ~= null & root..Node.left ~= null & root..Node.right ~= null" ensures "result : content" */
    {
        Node current = root.left;
        /*: assert "current : below (root..Node.right)"; */ // FAILS
        return current;
    }
}
