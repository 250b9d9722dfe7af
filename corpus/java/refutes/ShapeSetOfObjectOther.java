/** What is below the root is not below each of its children. */
class ShapeSetOfObjectOther {
    static class Node {
        Node left, right;

        /*: public specvar below :: objset;
            vardefs "below == {x. x ~= null & rtrancl_pt (% u v. u..Node.left = v | u..Node.right = v) this x}"; */
    }

    private Node root;

    /*: public specvar content :: objset;
        vardefs "content == root..Node.below";
        invariant "tree [Node.left, Node.right]"; */

    public Node child()
    /*: requires "root ~= null & root..Node.left ~= null" ensures "content = result..Node.below" */ // FAILS
    {
        return root.left;
    }
}
