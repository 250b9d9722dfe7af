// A program without input is run, through functions that call themselves and work on memory.
#include <assert.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *left, *right;
};

static struct node *insert(struct node *tree, int key)
{
  if (tree == NULL) {
    struct node *leaf = malloc(sizeof *leaf);
    if (leaf == NULL)
      exit(1);
    leaf->key = key;
    leaf->left = leaf->right = NULL;
    return leaf;
  }
  if (key < tree->key)
    tree->left = insert(tree->left, key);
  else
    tree->right = insert(tree->right, key);
  return tree;
}

static int height(const struct node *tree)
{
  if (tree == NULL)
    return 0;
  int left = height(tree->left), right = height(tree->right);
  return 1 + (left > right ? left : right);
}

static void drop(struct node *tree)
{
  if (tree == NULL)
    return;
  drop(tree->left);
  drop(tree->right);
  free(tree);
}

static int search(const int *a, int low, int high, int key)
{
  if (low > high)
    return -1;
  int middle = low + (high - low) / 2;
  if (a[middle] == key)
    return middle;
  return a[middle] < key ? search(a, middle + 1, high, key) : search(a, low, middle - 1, key);
}

static void hanoi(int discs, int from, int to, int *moves)
{
  if (discs == 0)
    return;
  hanoi(discs - 1, from, 6 - from - to, moves);
  moves[from]++;
  hanoi(discs - 1, 6 - from - to, to, moves);
}

static int depth_of_calls;

// Each call has variables of its own, also if their addresses are taken; there is one static variable.
static int own(int n)
{
  static int calls;
  int mine = n;
  int *address = &mine;
  calls++;
  if (n > 0) {
    int inner = own(n - 1);
    depth_of_calls += inner;
  }
  assert(*address == n);
  return calls;
}

int main(void)
{
  const int a[] = {2, 3, 5, 7, 11, 13};
  assert(search(a, 0, 5, 11) == 4);
  assert(search(a, 0, 5, 4) == -1);

  int moves[4] = {0};
  hanoi(4, 1, 3, moves);
  assert(moves[1] + moves[2] + moves[3] == 15);

  struct node *tree = NULL;
  for (int i = 0; i < 5; i++)
    tree = insert(tree, a[(i * 2) % 5]);
  assert(height(tree) == 4);
  drop(tree);

  assert(own(3) == 4);
  assert(depth_of_calls == 12);
  return 0;
}
