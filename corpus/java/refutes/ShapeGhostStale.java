/** Ghost variables that do not follow the list. */
class ShapeGhostStale {
    static class Node {
        Object data;
        Node next;
    }

    private Node first;

    /*: public ghost specvar content :: objset = "{}";
        public ghost specvar size :: int = "0";
        invariant "first = null --> content = {}";
        invariant "first = null --> size = 0"; */

    public void clear()
    /*: modifies size ensures "True" */ // FAILS
    {
        first = null;
        //: content := "{}";
        //: size := "0";
    }

    public void forget(Object o)
    /*: modifies content ensures "content = old content" */ // FAILS
    {
        //: content := "content - {o}";
    }

    public void grow()
    /*: modifies size ensures "size = old size" */ // FAILS
    {
        //: size := "size + 1";
    }
}
