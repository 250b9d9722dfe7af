//! The abstract reachability tree (BOH, figure 3.1).
//!
//! ```text
//!   AbstractPost(c, context, 𝓗) = CartesianPost(c, κ(context ⊔ 𝓗'), 𝓗')    𝓗' = Clean(guard(c), Split(𝓗))
//! ```
//!
//! A node is a place with the heaps that are new there. Its children are what the commands from that
//! place make of these heaps, without what is there already. The tree is complete when nothing new
//! comes; that happens because there are finitely many heaps. (In the figure `context` and `old` are the
//! unions of the nodes of a place.)

use super::clean::clean;
use super::command::Place;
use super::heap::{Heap, Heaps};
use super::options::Options;
use super::post::Post;
use super::split::split;
use super::transition::{Asking, Transition};
use abide_region::Region;
use std::collections::{BTreeMap, VecDeque};

/// Heaps of one place, at most; then they are joined into one.
const HEAPS: usize = 96;

/// A command between two places of the tree.
pub struct Edge<T> {
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
    /// What it does.
    pub transition: T,
    /// The cubes it was applied to so far.
    context: Heap,
    /// The post for these cubes, once it is computed.
    post: Option<Post>,
}

/// Heaps that came new to a place.
#[derive(Clone, Debug)]
pub struct Node {
    /// The place.
    pub place: Place,
    /// What is new.
    pub heaps: Heaps,
    /// The node and the command it came from, by number.
    pub parent: Option<(usize, usize)>,
}

/// The tree, as far as it has grown.
pub struct Tree {
    /// The nodes, parents before children.
    pub nodes: Vec<Node>,
    /// All heaps of each place.
    pub heaps: BTreeMap<Place, Heaps>,
}

impl<T: Transition> Edge<T> {
    /// A command that was not applied yet.
    pub fn new(from: Place, to: Place, transition: T) -> Edge<T> {
        Edge {
            context: Region::empty(transition.before().width),
            from,
            to,
            transition,
            post: None,
        }
    }

    /// AbstractPost.
    pub fn abstract_post(&mut self, options: &Options, heaps: &Heaps) -> Heaps {
        let signature = self.transition.before().clone();
        let mut heaps = heaps.clone();
        if options.split {
            heaps = heaps.iter().flat_map(|h| split(&signature, h)).collect();
        }
        if options.clean {
            heaps = clean(&mut self.transition, options.kappa(), heaps);
        }
        let cubes = self.context.union(&heaps.join(signature.width));
        if cubes != self.context {
            self.context = cubes;
            self.post = None;
        }
        let post = self.post.get_or_insert_with(|| {
            let context = options.kappa().of(&signature, &self.context);
            let mut asking = Asking::new(&mut self.transition, &context);
            Post::of(options.post, &mut asking, &self.context, options.cube_length)
        });
        heaps.iter().map(|h| post.apply(h)).collect()
    }
}

impl Tree {
    /// Grows the tree from the start until nothing new comes. Stops early, with less than all states,
    /// when `stop` says so: then nothing follows from it.
    pub fn grow<T: Transition>(edges: &mut [Edge<T>], options: &Options, stop: &dyn Fn() -> bool) -> Option<Tree> {
        let start = Node {
            place: Place::Start,
            heaps: Heaps::of(Region::full(0)),
            parent: None,
        };
        let mut tree = Tree {
            heaps: BTreeMap::from([(Place::Start, start.heaps.clone())]),
            nodes: vec![start],
        };
        let mut open = VecDeque::from([0]);
        while let Some(number) = open.pop_front() {
            for (index, edge) in edges.iter_mut().enumerate() {
                let node = &tree.nodes[number];
                if edge.from != node.place {
                    continue;
                }
                if stop() {
                    return None;
                }
                let post = edge.abstract_post(options, &node.heaps);
                let width = edge.transition.after().width;
                if let Some(heaps) = tree.come(edge.to, post, width) {
                    open.push_back(tree.nodes.len());
                    tree.nodes.push(Node {
                        place: edge.to,
                        heaps,
                        parent: Some((number, index)),
                    });
                }
            }
        }
        Some(tree)
    }

    /// All cubes of a place, each time new heaps came.
    pub fn rounds(&self, place: Place, width: usize) -> Vec<Heap> {
        let mut rounds: Vec<Heap> = Vec::new();
        for node in self.nodes.iter().filter(|n| n.place == place) {
            let new = node.heaps.join(width);
            let all = rounds.last().map_or(new.clone(), |last| last.union(&new));
            if rounds.last() != Some(&all) {
                rounds.push(all);
            }
        }
        rounds
    }

    /// Heaps come to a place; those that are new.
    fn come(&mut self, place: Place, heaps: Heaps, width: usize) -> Option<Heaps> {
        let known = self.heaps.entry(place).or_default();
        let mut new: Heaps = heaps.iter().filter(|h| known.add((*h).clone())).cloned().collect();
        if known.len() > HEAPS {
            new = Heaps::of(known.join(width));
            *known = new.clone();
        }
        (!new.is_empty()).then_some(new)
    }
}
