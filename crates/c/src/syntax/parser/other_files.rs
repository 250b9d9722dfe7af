//! What other files say of the functions of a file, and what it says of functions for others.

use super::acsl::{Part, Place};
use super::meanings::{Meanings, OWN, differing, meanings, meant};
use super::{Lexeme, Parser};
use crate::syntax::ast::{Contract, Contracted, Decl, FunctionType, Item, Name, Param, Type, TypeKind, Unit, Unread};
use crate::syntax::declarations::{Declared, parameters};
use crate::syntax::lexer::Token;
use crate::syntax::preprocess::places::as_written;
use crate::syntax::setup::Others;
use crate::types::{DataModel, is_a_tag};
use abide_base::{Diagnostic, Severity};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Unit {
    /// The contracts that the file has for functions that others know, by function.
    pub(in crate::syntax) fn contracts_for_others(&self, model: DataModel) -> BTreeMap<String, BTreeSet<Contracted>> {
        let meanings = meanings(&self.items, model);
        let hidden = static_functions(&self.items);
        let named = named_types(&self.items);
        let mut all: BTreeMap<String, BTreeSet<Contracted>> = BTreeMap::new();
        let declared = self.items.iter().filter_map(Declared::of);
        for d in declared.filter(|d| !d.is_system && !hidden.contains(&*d.name.text)) {
            if let Some(contract) = d.contract {
                let name = |n: &Option<Arc<str>>| n.as_ref().map(|n| n.to_string());
                let contracted = Contracted {
                    text: contract.text.clone(),
                    params: parameters(d.params).iter().map(name).collect(),
                    types: types(&d, &named),
                    meanings: meant(&speaks_of(&d, &contract.text), &meanings),
                };
                all.entry(d.name.text.to_string()).or_default().insert(contracted);
            }
        }
        all
    }
}

impl Parser<'_> {
    /// Declares functions once more, with the contracts that other files have for them.
    pub(in crate::syntax) fn add_contracts_of_others(
        &mut self,
        unit: &mut Unit,
        others: &dyn Others,
        model: DataModel,
    ) {
        let meanings = meanings(&unit.items, model);
        let hidden = static_functions(&unit.items);
        let named = named_types(&unit.items);
        let mut seen = BTreeSet::new();
        let mut further = Vec::new();
        // at the definition, if there is one
        let defined = unit.items.iter().filter(|item| matches!(item, Item::Function(_)));
        let items: Vec<&Item> = defined.chain(unit.items.iter().rev()).collect();
        for (item, d) in items.into_iter().filter_map(|item| Some((item, Declared::of(item)?))) {
            let name = &*d.name.text;
            // of what the machine has, only another definition counts
            if hidden.contains(name) || !seen.insert(name) || d.is_system && !others.defines(name) {
                continue;
            }
            let theirs = others.contracts(name);
            if theirs.is_empty() {
                continue;
            }
            let own = unit.contracts.get(name);
            // a function of other types belongs to another program
            let types = types(&d, &named);
            for contracted in theirs.into_iter().filter(|c| c.types == types) {
                let is_shared = contracted.meanings.values().all(|m| m != OWN);
                if is_shared && own.is_some_and(|own| own.contains(&contracted)) {
                    continue;
                }
                further.extend(match self.contract_of_other(item, &d, &contracted, &meanings) {
                    Ok(decl) => {
                        if matches!(item, Item::Function(f) if !f.system) {
                            let message = format!("`{name}` is held to a contract that another file has for it");
                            self.tell(Diagnostic::new(Severity::Note, message).at(d.name.span, ""));
                        }
                        decl
                    }
                    Err(why) => {
                        let message = format!("another file has a contract for `{name}` that means nothing here");
                        let said = Diagnostic::warning(d.name.span, message).note(why);
                        self.tell(said.clone());
                        let unread = vec![Unread { said, calls: true }];
                        let decl = declaration(item, &d, None, &parameters(d.params));
                        decl.map(|decl| Decl { unread, ..decl })
                    }
                });
            }
        }
        unit.items.extend(further.into_iter().map(Item::Decl));
    }

    /// A declaration with the contract of another file, at the place of one that this file has.
    fn contract_of_other(
        &self,
        item: &Item,
        d: &Declared,
        contracted: &Contracted,
        meanings: &Meanings,
    ) -> Result<Option<Decl>, String> {
        let text = &contracted.text;
        let params: Vec<Option<Arc<str>>> = contracted.params.iter().map(|p| p.as_deref().map(Into::into)).collect();
        let names: BTreeSet<&str> = params.iter().flatten().map(|n| &**n).collect();
        let mut here = meant(&speaks_of(d, text), meanings);
        let mut there = contracted.meanings.clone();
        here.retain(|name, _| !names.contains(&**name));
        there.retain(|name, _| !names.contains(&**name));
        if let Some(name) = differing(&here, &there) {
            return Err(format!("it speaks of `{name}`, which each file has of its own"));
        }
        let contract = self.read_contract(text, d.name, &params);
        let contract = contract.ok_or_else(|| format!("it cannot be read here: {text}"))?;
        Ok(declaration(item, d, Some(contract), &params))
    }

    /// A contract of another file, with a place in this one. Its macros are expanded.
    fn read_contract(&self, text: &str, at: &Name, params: &[Option<Arc<str>>]) -> Option<Contract> {
        let mut parser = Parser::new(at.span.file, as_written(at.span.file, ""));
        parser.scopes.clone_from(&self.scopes);
        parser.acsl.types = self.acsl.types.iter().copied().collect();
        for name in params.iter().flatten() {
            parser.declare(name, super::Meaning::Value);
        }
        let annotation = Lexeme {
            token: Token::Annotation,
            text,
            span: at.span,
            // all of it has one place, as what comes from a header has
            header: true,
            system: false,
            order: 0,
        };
        let parts = parser.within(annotation, |p| p.parts(annotation, Place::TopLevel));
        if !parser.unread.is_empty() || !parser.unread_logic.is_empty() || !parser.diagnostics.is_empty() {
            return None;
        }
        parts.into_iter().find_map(|part| match part {
            Part::Contract(contract) => Some(contract),
            _ => None,
        })
    }
}

/// A declaration of the same function with another contract.
fn declaration(item: &Item, d: &Declared, contract: Option<Contract>, params: &[Option<Arc<str>>]) -> Option<Decl> {
    let span = d.name.span;
    let renamed = |(p, name): (&Param, &Option<Arc<str>>)| Param {
        name: name.clone().map(|text| Name { text, span }),
        ..p.clone()
    };
    let params = d.params.iter().zip(params).map(renamed).collect();
    let (ty, storage, header) = match item {
        Item::Function(f) => {
            let function = FunctionType {
                result: f.result.clone(),
                params,
                variadic: f.variadic,
                unspecified: false,
            };
            let kind = Box::new(TypeKind::Function(Box::new(function)));
            let ty = Type {
                kind,
                is_const: false,
                volatile: false,
                span,
            };
            (ty, f.storage.clone(), f.header)
        }
        Item::Decl(d) => {
            let mut ty = d.ty.clone();
            if let TypeKind::Function(f) = &mut *ty.kind {
                f.params = params;
            }
            (ty, d.storage.clone(), d.header)
        }
        Item::Record(_) | Item::Enum(_) | Item::Logic(_) => return None,
    };
    Some(Decl {
        name: d.name.clone(),
        ty,
        storage,
        init: None,
        contract,
        ghost: false,
        header,
        system: false,
        unread: Vec::new(),
    })
}

/// The functions of which each file has its own.
fn static_functions(items: &[Item]) -> BTreeSet<&str> {
    let declared = items.iter().filter_map(Declared::of);
    declared.filter(|d| d.is_static).map(|d| &*d.name.text).collect()
}

/// The text of a contract, and the names of types of the function.
fn speaks_of(d: &Declared, contract: &str) -> String {
    let mut text = contract.to_string();
    for ty in d.params.iter().map(|p| &p.ty).chain([d.result]) {
        add_names(ty, &mut text);
    }
    text
}

fn add_names(ty: &Type, text: &mut String) {
    match &*ty.kind {
        TypeKind::Named(name) | TypeKind::Record(_, name) | TypeKind::Enum(name) => {
            text.push(' ');
            text.push_str(&name.text);
        }
        TypeKind::Pointer(to) | TypeKind::Array(to, _) => add_names(to, text),
        _ => {}
    }
}

/// The types with names, as they are first declared: so they speak of earlier ones only, and those that are declared again
/// lead nowhere else.
fn named_types(items: &[Item]) -> BTreeMap<&str, &Type> {
    let mut named = BTreeMap::new();
    for item in items {
        if let Item::Decl(d) = item
            && d.storage.typedef
        {
            named.entry(&*d.name.text).or_insert(&d.ty);
        }
    }
    named
}

/// The types of the parameters and the result, as far as two files can be expected to agree on them.
fn types(d: &Declared, named: &BTreeMap<&str, &Type>) -> Vec<String> {
    let all = d.params.iter().map(|p| &p.ty).chain([d.result]);
    all.map(|ty| shape(ty, named)).collect()
}

fn shape(ty: &Type, named: &BTreeMap<&str, &Type>) -> String {
    match &*ty.kind {
        TypeKind::Int(ty) => format!("{ty:?}"),
        TypeKind::Float(words) => words.clone(),
        TypeKind::Named(name) => match named.get(&*name.text) {
            Some(of) => shape(of, named),
            None => name.text.to_string(),
        },
        // unnamed ones have names that differ from file to file
        TypeKind::Record(_, name) if is_a_tag(&name.text) => name.text.to_string(),
        TypeKind::Record(..) => "struct".to_string(),
        TypeKind::Enum(_) => "enum".to_string(),
        TypeKind::Pointer(to) | TypeKind::Array(to, _) => format!("* {}", shape(to, named)),
        TypeKind::Function(_) => "function".to_string(),
        TypeKind::Void => "void".to_string(),
        TypeKind::TypeofExpr(_) | TypeKind::Auto | TypeKind::Other(_) => "?".to_string(),
    }
}
