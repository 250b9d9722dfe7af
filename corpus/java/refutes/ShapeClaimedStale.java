/** The list has to keep what its cells say of themselves. */
/*: claimedby ShapeClaimedStale */ class ShapeStaleCell {
    ShapeStaleCell next;

    /*: public ghost specvar con :: objset;
        invariant Con: "this ~= null --> con = {this}"; */ // FAILS
}

class ShapeClaimedStale {
    private ShapeStaleCell first;

    public void spoil()
    /*: requires "first ~= null" ensures "True" */
    {
        //: "first..ShapeStaleCell.con" := "{}";
    }
}
