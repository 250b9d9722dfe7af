// An inductive predicate that walks along two members is known by its cases alone: that a tree which is not empty has a root does not follow.
struct node {
  int value;
  struct node *left, *right;
};

/*@ inductive tree{L}(struct node *p) {
      case empty{L}: tree(\null);
      case cell{L}: \forall struct node *p; \valid(p) && tree(p->left) && tree(p->right) ==> tree(p);
    } */

/*@ requires tree(t);
    assigns \nothing; */
int root(struct node *t)
{
  return t ? t->value : 0; // OPEN
}
