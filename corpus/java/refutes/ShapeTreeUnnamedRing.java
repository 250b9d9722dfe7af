/** Fields that are named without their class, and make no tree afterwards. */
class ShapeTreeUnnamedRing {
    static class Node {
        Node left, right;
    }

    private Node root;

    /*: invariant "tree [left, right]"; */ // FAILS

    public void close()
    /*: requires "root ~= null" */
    {
        root.right = root;
    }
}
