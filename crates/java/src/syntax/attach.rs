//! Which annotation belongs to what.
//!
//! The items of all annotations are kept by their place. Whoever converts a piece of Java takes
//! the items that stand before it or in its head; what nobody takes is misplaced.

use super::ast::*;
use super::jml::{Item, ItemKind};
use abide_base::{Diagnostic, Span};
use std::collections::BTreeMap;
use std::ops::Range;

/// The items nobody has taken yet, by their first byte.
#[derive(Default)]
pub(super) struct Items {
    by_start: BTreeMap<u32, Item>,
}

impl Items {
    pub(super) fn new(items: Vec<Item>) -> Items {
        Items {
            by_start: items.into_iter().map(|item| (item.span.start, item)).collect(),
        }
    }

    /// Takes the items that begin in these bytes, in order.
    pub(super) fn take(&mut self, range: Range<usize>) -> Vec<Item> {
        self.take_if(range, |_| true)
    }

    /// Takes those of the items that begin in these bytes which have such a role, in order.
    pub(super) fn take_if(&mut self, range: Range<usize>, wanted: impl Fn(Role) -> bool) -> Vec<Item> {
        if range.start >= range.end {
            return Vec::new();
        }
        let range = range.start as u32..range.end as u32;
        let found = self.by_start.range(range).filter(|(_, item)| wanted(item.role()));
        let starts: Vec<u32> = found.map(|(start, _)| *start).collect();
        starts.iter().filter_map(|start| self.by_start.remove(start)).collect()
    }

    /// Takes everything.
    pub(super) fn rest(&mut self) -> Vec<Item> {
        std::mem::take(&mut self.by_start).into_values().collect()
    }
}

/// Where an item can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Next to a declaration.
    Modifiers,
    /// Before a method.
    Contract,
    /// Before a method or before a loop.
    ContractOrLoop,
    /// Before a loop.
    Loop,
    /// In a class.
    Member,
    /// In a class or in a body.
    Variables,
    /// In a body.
    Statement,
    /// Anywhere: it has been noted for the whole file.
    Note,
}

impl Item {
    pub(super) fn role(&self) -> Role {
        match &self.kind {
            ItemKind::Modifiers(_) => Role::Modifiers,
            ItemKind::Also
            | ItemKind::Behavior(_)
            | ItemKind::Consequences
            | ItemKind::Group(_)
            | ItemKind::Old(_)
            | ItemKind::Requires(_)
            | ItemKind::Implied(_)
            | ItemKind::Measure(_)
            | ItemKind::Ensures(_)
            | ItemKind::Signals(_)
            | ItemKind::SignalsOnly(_) => Role::Contract,
            ItemKind::Assignable(_) | ItemKind::Decreases(_) => Role::ContractOrLoop,
            ItemKind::LoopInvariant(_) | ItemKind::LoopAssigns(_) | ItemKind::Predicates(_) | ItemKind::Skolems(_) => {
                Role::Loop
            }
            ItemKind::Invariant(_)
            | ItemKind::Initially(_)
            | ItemKind::Constraint(_)
            | ItemKind::Represents(_)
            | ItemKind::Groups(..)
            | ItemKind::Method(_) => Role::Member,
            ItemKind::Variables(_) => Role::Variables,
            ItemKind::Statement(_) => Role::Statement,
            ItemKind::Nowarn(_) | ItemKind::Unchecked(_) => Role::Note,
        }
    }

    /// Can this be a part of a contract?
    pub(super) fn is_of_contract(&self) -> bool {
        matches!(self.role(), Role::Contract | Role::ContractOrLoop)
    }

    /// The warning about an item that speaks of nothing. What only says `nullable` or
    /// `non_null` can stand before any type, and is not worth one.
    pub(super) fn misplaced(&self) -> Option<Diagnostic> {
        let place = match self.role() {
            Role::Modifiers => match &self.kind {
                ItemKind::Modifiers(m) if m.nullable || m.non_null => return None,
                _ => "modifiers belong to a declaration",
            },
            Role::Contract => "it belongs before a method",
            Role::ContractOrLoop => "it belongs before a method or a loop",
            Role::Loop => "it belongs before a loop",
            Role::Member => "it belongs into a class, outside of methods",
            Role::Variables => "it belongs into a class or into a method",
            Role::Statement => "it belongs into the body of a method",
            Role::Note => return None,
        };
        let message = format!("this annotation is misplaced: {place}");
        Some(Diagnostic::warning(self.span, message).note("it is left out"))
    }
}

impl Modifiers {
    /// Adds those of `other`.
    pub(super) fn add(&mut self, other: &Modifiers) {
        self.public |= other.public;
        self.private |= other.private;
        self.protected |= other.protected;
        self.is_static |= other.is_static;
        self.is_final |= other.is_final;
        self.is_abstract |= other.is_abstract;
        self.native |= other.native;
        self.synchronized |= other.synchronized;
        self.volatile |= other.volatile;
        self.default |= other.default;
        self.pure |= other.pure;
        self.strictly_pure |= other.strictly_pure;
        self.helper |= other.helper;
        self.non_null |= other.non_null;
        self.nullable |= other.nullable;
        self.spec_public |= other.spec_public;
        self.ghost |= other.ghost;
        self.model |= other.model;
        self.instance |= other.instance;
        self.spec_math = self.spec_math.or(other.spec_math);
        self.non_null_by_default |= other.non_null_by_default;
        self.nullable_by_default |= other.nullable_by_default;
    }
}

/// Adds locations to a frame; its place is that of its first clause.
fn add_locations(frame: &mut Option<Assignable>, locations: Vec<Location>, span: Span) {
    let frame = frame.get_or_insert(Assignable {
        locations: Vec::new(),
        span,
    });
    frame.locations.extend(locations);
}

/// The contract that these items make up. Items of other kinds are not among them.
pub(super) fn contract(items: Vec<Item>) -> MethodSpec {
    let mut spec = MethodSpec::default();
    let mut rest = items.into_iter();
    let Cases { first, cases } = cases(&mut rest, &SpecCase::default());
    spec.also = first;
    spec.cases = cases;
    spec
}

/// Cases of a contract or of a group within a case.
struct Cases {
    /// Do they begin with `also`?
    first: bool,
    cases: Vec<SpecCase>,
}

/// The cases up to the end of the items, or of the group they stand in; each begins with what is `common` to them.
fn cases(items: &mut impl Iterator<Item = Item>, common: &SpecCase) -> Cases {
    let mut done: Vec<SpecCase> = Vec::new();
    let mut case: Option<SpecCase> = None;
    let mut first = false;
    // Rust's borrow rules keep a `for` from handing the rest on
    while let Some(Item { kind, span }) = items.next() {
        match kind {
            ItemKind::Consequences | ItemKind::Group(false) => break,
            ItemKind::Also => match case.take() {
                Some(one) => done.push(one),
                None => first |= done.is_empty(),
            },
            ItemKind::Group(true) => {
                let around = case.take().unwrap_or_else(|| common.clone());
                done.extend(cases(items, &around).cases);
            }
            ItemKind::Behavior(behavior) => {
                // a case without `also` before it begins a new one all the same
                done.extend(case.take());
                case = Some(SpecCase {
                    behavior,
                    ..common.clone()
                });
            }
            kind => add_clause(case.get_or_insert_with(|| common.clone()), kind, span),
        }
    }
    done.extend(case);
    Cases { first, cases: done }
}

fn add_clause(case: &mut SpecCase, kind: ItemKind, span: Span) {
    match kind {
        ItemKind::Old(old) => case.old.push(old),
        ItemKind::Requires(formula) => {
            let formula = case.with_old(formula, Moment::Before);
            case.requires.push(Clause { formula, span })
        }
        ItemKind::Ensures(formula) => {
            let formula = case.with_old(formula, Moment::After);
            case.ensures.push(Clause { formula, span })
        }
        ItemKind::Implied(formula) => {
            let formula = case.with_old(formula, Moment::Before);
            case.implied.push(Clause { formula, span })
        }
        ItemKind::Decreases(formula) | ItemKind::Measure(formula) => case.decreases.push(Clause { formula, span }),
        ItemKind::Signals(signals) => {
            let formula = signals.formula.map(|f| case.with_old(f, Moment::After));
            case.signals.push(Signals { formula, ..signals })
        }
        ItemKind::SignalsOnly(types) => case.signals_only.push((types, span)),
        ItemKind::Assignable(locations) => add_locations(&mut case.assignable, locations, span),
        _ => {}
    }
}

/// When a clause of a contract is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Before,
    After,
}

impl SpecCase {
    /// A formula in which the names that `old` clauses have declared mean their values before the call.
    fn with_old(&self, formula: Expr, moment: Moment) -> Expr {
        self.old.iter().rev().fold(formula, |body, (ty, name, value)| {
            let span = body.span;
            let mut value = value.clone();
            if moment == Moment::After {
                let kind = Box::new(ExprKind::Old(value.clone(), None));
                value = Expr { kind, ..value };
            }
            let kind = Box::new(ExprKind::Let(ty.clone(), name.clone(), value, body));
            Expr { kind, span }
        })
    }
}

/// What these items say of the loop with this keyword. Items of other kinds are not among them.
pub(super) fn loop_spec(keyword: Span, items: Vec<Item>) -> LoopSpec {
    let mut spec = LoopSpec {
        keyword,
        ..LoopSpec::default()
    };
    for Item { kind, span } in items {
        match kind {
            ItemKind::LoopInvariant(formula) => spec.invariants.push(Clause { formula, span }),
            ItemKind::Decreases(formula) => spec.decreases.push(Clause { formula, span }),
            ItemKind::Assignable(locations) => add_locations(&mut spec.assignable, locations, span),
            ItemKind::LoopAssigns(locations) => {
                spec.frames_locals = true;
                add_locations(&mut spec.assignable, locations, span)
            }
            ItemKind::Predicates(predicates) => spec.predicates.extend(predicates.into_iter().map(|formula| {
                let span = formula.span;
                Clause { formula, span }
            })),
            ItemKind::Skolems(skolems) => spec.skolems.extend(skolems),
            _ => {}
        }
    }
    spec
}
