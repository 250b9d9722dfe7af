/** A tree along fields that are named without their class. */
class ShapeTreeUnnamed {
    static class Node {
        Node left, right;
    }

    private Node root;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..left = y | x..right = y) root x}";
        invariant "tree [left, right]"; */

    public Node leftmost()
    /*: ensures "result = null | result : content" */
    {
        Node current = root;
        while (current != null && current.left != null) {
            current = current.left;
        }
        return current;
    }
}
