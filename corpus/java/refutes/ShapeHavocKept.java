/** A variable with any value need not have the one that it had. */
class ShapeHavocKept {
    static class Node {
        Node next;
    }

    public int any(int least)
    /*: ensures "least <= result" */ // FAILS
    {
        int number = least;
        //: havoc number;
        return number;
    }

    public Node other(Node given)
    /*: requires "given ~= null" ensures "result ~= null" */ // FAILS
    {
        Node node = given;
        //: havoc "node";
        return node;
    }
}
