// What belongs to one vector is written by no other, as `owner` says; and an array of nodes is none of names.
class EscNode {}

class EscLeaf extends EscNode {}

class EscNodes {
  private /*@ non_null */ EscNode[] elements;
  private int count;
  //@ invariant (\forall int i; 0 <= i && i < count ==> elements[i] != null)
  //@ invariant \typeof(elements) == \type(EscNode[])
  //@ invariant elements.owner == this
  //@ invariant 0 <= count && count <= elements.length

  //@ also_modifies \nothing
  EscNodes() {
    elements = new EscNode[4];
    //@ set elements.owner = this
  }

  //@ requires 0 < count
  //@ modifies count, elements[*]
  //@ ensures count == \old(count) - 1
  //@ ensures \result != null
  EscNode pop() {
    count--;
    EscNode last = elements[count];
    elements[count] = null;
    return last;
  }

  //@ requires node != null && count < elements.length
  //@ modifies count, elements[*]
  //@ ensures count == \old(count) + 1
  void push(EscNode node) {
    elements[count] = node;
    count++;
  }
}

class EscLeaves {
  private /*@ non_null */ EscLeaf[] leaves;
  private int size;
  //@ invariant (\forall int i; 0 <= i && i < size ==> leaves[i] != null)
  //@ invariant leaves.owner == this
  //@ invariant 0 <= size && size <= leaves.length

  //@ also_modifies \nothing
  EscLeaves() {
    leaves = new EscLeaf[4];
    //@ set leaves.owner = this
  }

  //@ modifies size, leaves[*]
  //@ ensures size == 0
  void clear() {
    while (size > 0) {
      size--;
      leaves[size] = null;
    }
  }
}

class EscNames {
  private /*@ non_null */ String[] names;
  //@ invariant \nonnullelements(names)

  //@ requires \nonnullelements(all)
  //@ also_modifies \nothing
  EscNames(/*@ non_null */ String[] all) {
    names = all;
  }

  //@ requires 0 <= i && i < names.length
  //@ ensures \result != null
  //@ modifies \nothing
  String get(int i) {
    return names[i];
  }
}
