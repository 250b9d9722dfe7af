// SLOW
/** A list that keeps its content in a ghost variable. */
class ShapeGhost {
    static class Node {
        Object data;
        Node next;
    }

    private Node first;

    /*: public ghost specvar content :: objset = "{} :: objset";
        private ghost specvar nodes :: objset = "{}";
        private static ghost specvar made :: int = "0";
        invariant "tree [Node.next]";
        invariant "ALL n. n : Object.alloc & n ~= null & first ~= null --> n..Node.next ~= first";
        invariant "nodes = {n. n ~= null & rtrancl_pt (% x y. x..Node.next = y) first n}";
        invariant "content = {x. EX n. n : nodes & n..Node.data = x}"; */

    public void add(Object o)
    /*: modifies content ensures "content = old content Un {o}" */
    {
        Node n = new Node();
        n.data = o;
        n.next = first;
        first = n;
        //: nodes := "{n} Un nodes";
        //: content := "content Un {o}";
        //: made := "made + 1";
    }

    public boolean isEmpty()
    /*: ensures "result = (content = {})" */
    {
        return first == null;
    }
}
