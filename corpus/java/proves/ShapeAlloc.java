/** What has been made before, and what is of a class. */
class ShapeAlloc {
    static class Node {
        Node next;
    }

    static class Other {
    }

    private Node first;

    /*: public specvar content :: objset;
        vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
        invariant "rtrancl_pt (% x y. x..Node.next = y) first null"; */

    public Node push()
    /*: modifies content
        ensures "result ~: old Object.alloc & result : alloc & (old alloc) <= alloc
                 & content = (old content) Un {result}" */
    {
        Node n = new Node();
        n.next = first;
        first = n;
        return n;
    }

    public Node top()
    /*: ensures "result : Node & result : alloc.Node & result : Object & (result : Other --> result = null)" */
    {
        return first;
    }

    public void nothing()
    /*: ensures "null : Node & null : Object.alloc & null : alloc.Other" */
    {
    }
}
