/** A record that is not there has no components, and one that may be null may be null. */
class ComponentsAbsent {
    record Pair(/*@ nullable */ int[] first, int[] sizes) {}

    static int ofElement(Pair[] all) {
        if (all.length > 0) {
            return all[0].sizes().length;  // FAILS
        }
        return 0;
    }

    static int ofNullable(Pair p) {
        return p.first().length;  // FAILS
    }
}
