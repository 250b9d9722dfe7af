/** The invariant is about the field, not about the parameter that has its name. */
class ShapeShadowedInvariant {
    private Object first;

    /*: invariant "first ~= null"; */ // FAILS

    public void drop(Object first)
    /*: requires "first ~= null" ensures "True" */
    {
        this.first = null;
    }
}
