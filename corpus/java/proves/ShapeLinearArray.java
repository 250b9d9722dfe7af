/** Cells in an array, possibly some of them twice. */
class ShapeLinearArray {
    static class Node {
        int x;
        int y;
    }

    //@ requires \nonnullelements(nodes);
    //@ ensures (\forall int k; 0 <= k && k < nodes.length; nodes[k].x + nodes[k].y == nodes.length);
    static void arrayInv(Node[] nodes) {
        int i = 0;
        //@ skolem_constant int k;
        //@ loop_predicate 0 <= i, 0 <= k, k < i, nodes[k].x + nodes[k].y == nodes.length;
        while (i < nodes.length) {
            nodes[i].x = i;
            nodes[i].y = nodes.length - i;
            i = i + 1;
        }
    }
}
