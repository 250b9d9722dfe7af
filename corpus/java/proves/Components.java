/** Components of records are set, wherever the record comes from. */
class Components {
    interface Shape {}

    record Pair(Shape first, int[] sizes) implements Shape {}

    static int ofElement(Object[] all) {
        if (all.length > 0 && all[0] instanceof Pair p) {
            return p.sizes().length;
        }
        return 0;
    }

    static Shape ofComponent(Pair p) {
        if (p.first() instanceof Pair q) {
            return q.first();
        }
        return p;
    }
}
