//! One function, one contract: the contracts that stand at several declarations of a function all hold.

use super::ast::{
    Behavior, BinaryOp, Contract, Expr, ExprKind, Function, Item, Name, Param, Type, TypeKind, Unit, Unread,
};
use super::unique_names::rename;
use abide_base::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Joins the contracts of each function: they stand at its definition then, or at its last declaration that has one,
/// in the names of the parameters there. What the project says of a function of a system's header counts, and not what
/// is said there.
pub(super) fn join_contracts(unit: &mut Unit) {
    let mut declared: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
    for (at, item) in unit.items.iter().enumerate() {
        if let Some(at_item) = Declared::of(item).filter(|d| d.contract.is_some()) {
            declared.entry(at_item.name.text.clone()).or_default().push(at);
        }
    }
    for mut all in declared.into_values().filter(|all| all.len() > 1) {
        let is_system = |at: &usize| Declared::of(&unit.items[*at]).is_some_and(|d| d.is_system);
        let (system, own): (Vec<usize>, Vec<usize>) = all.iter().partition(|at| is_system(at));
        if !own.is_empty() {
            system.iter().for_each(|at| drop(take_contract(&mut unit.items[*at])));
            all = own;
        }
        let definition = all.iter().position(|at| matches!(unit.items[*at], Item::Function(_)));
        let target = all.remove(definition.unwrap_or(all.len() - 1));
        for at in all {
            let params = Declared::of(&unit.items[at]).map_or_else(Vec::new, |d| parameters(d.params));
            if let Some(contract) = take_contract(&mut unit.items[at]) {
                add_contract(&mut unit.items[target], contract, &params);
            }
        }
    }
}

/// What declares a function.
pub(super) struct Declared<'a> {
    pub(super) name: &'a Name,
    pub(super) params: &'a [Param],
    pub(super) result: &'a Type,
    pub(super) contract: Option<&'a Contract>,
    pub(super) is_static: bool,
    pub(super) is_system: bool,
}

impl Declared<'_> {
    pub(super) fn of(item: &Item) -> Option<Declared<'_>> {
        match item {
            Item::Function(f) => Some(Declared {
                name: &f.name,
                params: &f.params,
                result: &f.result,
                contract: f.contract.as_ref(),
                is_static: f.storage.is_static,
                is_system: f.system,
            }),
            Item::Decl(d) if !d.storage.typedef => match &*d.ty.kind {
                TypeKind::Function(f) => Some(Declared {
                    name: &d.name,
                    params: &f.params,
                    result: &f.result,
                    contract: d.contract.as_ref(),
                    is_static: d.storage.is_static,
                    is_system: d.system,
                }),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The names of parameters, as far as they have some.
pub(super) fn parameters(params: &[Param]) -> Vec<Option<Arc<str>>> {
    let name = |p: &Param| p.name.as_ref().map(|n| n.text.clone());
    params.iter().map(name).collect()
}

/// The identifiers of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$' && c != '\\')
}

/// Where the parameters, the contract and what could not be read of it stand.
fn parts(item: &mut Item) -> Option<(&mut Vec<Param>, &mut Option<Contract>, &mut Vec<Unread>)> {
    match item {
        Item::Function(Function {
            params,
            contract,
            unread,
            ..
        }) => Some((params, contract, unread)),
        Item::Decl(d) => match &mut *d.ty.kind {
            TypeKind::Function(f) => Some((&mut f.params, &mut d.contract, &mut d.unread)),
            _ => None,
        },
        _ => None,
    }
}

fn take_contract(item: &mut Item) -> Option<Contract> {
    parts(item)?.1.take()
}

/// A further contract, in the names that another declaration gives to the parameters.
fn add_contract(item: &mut Item, mut more: Contract, names: &[Option<Arc<str>>]) {
    let Some((params, Some(contract), unread)) = parts(item) else {
        return;
    };
    if more.text == contract.text && names == parameters(params) {
        return;
    }
    match renaming(&more, names, params) {
        Ok(new) => {
            rename(&mut more, &new);
            join(contract, more);
        }
        Err(why) => {
            let message = "this further contract of the function cannot be joined with the others";
            let said = Diagnostic::warning(more.span, message).note(why);
            unread.push(Unread { said, calls: true });
        }
    }
}

/// A name, and the one that it gets.
type Renamed = (Arc<str>, Arc<str>);

/// The new names for what a contract says of the parameters; parameters without a name get the old one.
fn renaming(contract: &Contract, names: &[Option<Arc<str>>], params: &mut [Param]) -> Result<Vec<Renamed>, String> {
    if names.len() != params.len() {
        return Err(format!(
            "it has {} parameters there, and {} where the others stand",
            names.len(),
            params.len()
        ));
    }
    let known: BTreeSet<&str> = words(&contract.text).collect();
    let taken: BTreeSet<Arc<str>> = parameters(params).into_iter().flatten().collect();
    let mut new = Vec::new();
    for (old, param) in names.iter().zip(params) {
        let Some(old) = old else { continue };
        match &param.name {
            Some(name) if name.text == *old => {}
            Some(name) if known.contains(&*name.text) => {
                let name = &name.text;
                return Err(format!(
                    "the parameter `{old}` is called `{name}` there, which the contract uses for something else"
                ));
            }
            Some(name) => new.push((old.clone(), name.text.clone())),
            None if taken.contains(old) => return Err(format!("two parameters are called `{old}`")),
            None => {
                param.name = Some(Name {
                    text: old.clone(),
                    span: param.ty.span,
                });
            }
        }
    }
    Ok(new)
}

/// Both contracts hold. A second frame is the one of a behaviour that always applies, as a write has to keep to both.
fn join(contract: &mut Contract, mut more: Contract) {
    list_behaviors(contract);
    list_behaviors(&mut more);
    separate_behaviors(contract, &mut more);
    let Behavior {
        name: _,
        assumes: _,
        requires,
        assigns,
        ensures,
        exits,
        others,
    } = more.common;
    let common = &mut contract.common;
    common.requires.extend(requires);
    common.ensures.extend(ensures);
    common.exits.extend(exits);
    common.others.extend(others);
    contract.behaviors.extend(more.behaviors);
    match (&common.assigns, assigns) {
        (None, assigns) => common.assigns = assigns,
        (Some(_), None) => {}
        (Some(_), Some(assigns)) => {
            let text = format!("frame#{}", contract.behaviors.len()).into();
            contract.behaviors.push(Behavior {
                name: Some(Name {
                    text,
                    span: assigns.span,
                }),
                assigns: Some(assigns),
                ..Behavior::default()
            });
        }
    }
    contract.complete.extend(more.complete);
    contract.disjoint.extend(more.disjoint);
    contract.terminates = either(contract.terminates.take(), more.terminates);
    // one measure is enough
    contract.decreases = contract.decreases.take().or(more.decreases);
}

/// A function that ends where one of them holds.
fn either(one: Option<Expr>, other: Option<Expr>) -> Option<Expr> {
    match (one, other) {
        (Some(a), Some(b)) => {
            let span = a.span;
            let kind = Box::new(ExprKind::Binary(BinaryOp::Or, a, b));
            Some(Expr { kind, span })
        }
        (one, other) => one.or(other),
    }
}

/// Without names, all behaviours are meant: those of this contract.
fn list_behaviors(contract: &mut Contract) {
    let all: Vec<Name> = contract.behaviors.iter().filter_map(|b| b.name.clone()).collect();
    for (names, _) in contract.complete.iter_mut().chain(&mut contract.disjoint) {
        if names.is_empty() {
            names.clone_from(&all);
        }
    }
}

/// Behaviours of two contracts that share a name are different ones.
fn separate_behaviors(contract: &Contract, more: &mut Contract) {
    let name = |b: &Behavior| b.name.as_ref().map(|n| n.text.clone());
    let mut taken: BTreeSet<Arc<str>> = contract.behaviors.iter().filter_map(name).collect();
    taken.extend(more.behaviors.iter().filter_map(name));
    let own: BTreeSet<Arc<str>> = contract.behaviors.iter().filter_map(name).collect();
    let mut new: BTreeMap<Arc<str>, Arc<str>> = BTreeMap::new();
    for shared in more.behaviors.iter().filter_map(name).filter(|n| own.contains(n)) {
        let mut numbered = (2..).map(|n: usize| Arc::<str>::from(format!("{shared}#{n}")));
        if let Some(free) = numbered.find(|n| !taken.contains(n)) {
            taken.insert(free.clone());
            new.insert(shared, free);
        }
    }
    let change = |name: &mut Name| {
        if let Some(text) = new.get(&name.text) {
            name.text = text.clone();
        }
    };
    let lists = more.complete.iter_mut().chain(&mut more.disjoint);
    lists.for_each(|(names, _)| names.iter_mut().for_each(change));
    for behavior in std::iter::once(&mut more.common).chain(&mut more.behaviors) {
        behavior.name.iter_mut().for_each(change);
        let Behavior {
            assumes,
            requires,
            ensures,
            exits,
            ..
        } = behavior;
        let clauses = assumes.iter_mut().chain(requires).chain(ensures).chain(exits);
        clauses.for_each(|c| c.behaviors.iter_mut().for_each(change));
    }
}
