/** Each cell has a set of its own: what is below it. */
class ShapeSetOfObject {
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
    /*: requires "root ~= null" ensures "result = null | result : content & root ~: result..Node.below" */
    {
        return root.left;
    }
}
