/** Each cell keeps what it leads to in a ghost variable; the list keeps the invariants of its cells. */
/*: claimedby ShapeClaimed */ class ShapeCell {
    Object data;
    ShapeCell next;

    /*: public ghost specvar con :: objset = "{}";
        invariant ConNull: "this = null --> con = {}";
        invariant ConDef: "this ~= null --> con = {data} Un next..ShapeCell.con"; */
}

class ShapeClaimed {
    private ShapeCell first;

    /*: public specvar content :: objset;
        vardefs "content == first..ShapeCell.con";
        invariant ("Unshared") "ALL x. x ~= null & first ~= null --> x..ShapeCell.next ~= first"; */

    public boolean isEmpty()
    /*: ensures "result = (content = {})" */
    {
        //: assert "first ~= null --> first..ShapeCell.data : first..ShapeCell.con";
        return first == null;
    }

    public Object any()
    /*: requires "content ~= {}" ensures "result : content" */
    {
        return first.data;
    }

    public void add(Object o)
    /*: modifies content ensures "content = old content Un {o}" */
    {
        ShapeCell cell = new ShapeCell();
        cell.data = o;
        cell.next = first;
        //: "cell..ShapeCell.con" := "{o} Un first..ShapeCell.con";
        first = cell;
    }

    private boolean has(Object o)
    /*: requires "theinvs" ensures "result = (o : content) & theinv ConDef & theinvs" */
    {
        ShapeCell at = first;
        while /*: inv "(o : content) = (o : at..ShapeCell.con)" */ (at != null) {
            if (at.data == o) {
                return true;
            }
            at = at.next;
        }
        return false;
    }

    public boolean contains(Object o)
    /*: ensures "result = (o : content)" */
    {
        return has(o);
    }
}
