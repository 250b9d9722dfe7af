//! Address-taken variables and members: those that must live in memory.

use crate::syntax::ast::{self, Expr, ExprKind as E, Item, Stmt, StmtKind as S, TypeKind, UnaryOp};
use crate::syntax::walk;
use crate::types::{RecordId, Type, Types};
use std::collections::{BTreeMap, BTreeSet};

/// Names whose address is taken: these need a place in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct AddressTaken {
    /// Variables, by name.
    pub vars: BTreeSet<String>,
    /// Members, with the record they belong to. Known where the types of a file are.
    pub members: BTreeSet<(RecordId, String)>,
}

/// What is declared as an array.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrays {
    vars: BTreeSet<String>,
    fields: BTreeSet<String>,
    /// Names of array types.
    types: BTreeSet<String>,
    /// What types names have, where that is known.
    known: Option<Known>,
}

/// The types of variables and functions by name; of a name that means several things, all of them.
#[derive(Clone, Debug)]
struct Known {
    types: Types,
    names: BTreeMap<String, BTreeSet<Type>>,
}

impl Known {
    fn note(&mut self, name: &str, ty: &ast::Type) {
        let ty = self.types.resolve(ty);
        self.names.entry(name.to_string()).or_default().insert(ty);
    }

    /// Takes in the variables that formulas bind.
    fn bound(&mut self, e: &Expr) {
        walk::each_part(e, &mut |e| match &*e.kind {
            E::Quantifier(_, vars, _) | E::Lambda(vars, _) => vars.iter().for_each(|(ty, n)| self.note(&n.text, ty)),
            E::Let(n, ..) => {
                // of some type
                let several = [Type::Void, Type::Truth];
                self.names.entry(n.text.to_string()).or_default().extend(several);
            }
            _ => {}
        });
    }

    /// The type of an expression, if there is but one that it can have.
    fn type_of(&self, e: &Expr) -> Option<Type> {
        let member = |ty: Type, name: &str| match ty {
            Type::Record(id) => Some(self.types.member(id, name)?.1),
            _ => None,
        };
        match &*e.kind {
            E::Name(n) => {
                let found = self.names.get(&*n.text)?;
                found.first().filter(|_| found.len() == 1).cloned()
            }
            E::Unary(UnaryOp::Deref, a) | E::Index(a, _) => self.type_of(a)?.target().cloned(),
            E::Unary(UnaryOp::Address, a) => Some(self.type_of(a)?.pointer()),
            E::Member(a, f) => member(self.type_of(a)?, &f.text),
            E::Arrow(a, f) => member(self.type_of(a)?.target()?.clone(), &f.text),
            E::Cast(ty, _) | E::Compound(ty, _) => Some(self.types.resolve(ty)),
            E::Call(f, ..) => match self.type_of(f)? {
                Type::Function(signature) => Some(signature.result),
                _ => None,
            },
            E::Binary(ast::BinaryOp::Add | ast::BinaryOp::Sub, a, _) => {
                let ty = self.type_of(a)?.decayed();
                Some(ty).filter(|t| matches!(t, Type::Pointer(_)))
            }
            E::Assign(_, a, _) | E::Step { place: a, .. } | E::Named(_, a) | E::Old(a) | E::At(a, _) => self.type_of(a),
            E::Comma(_, b) => self.type_of(b),
            _ => None,
        }
    }

    /// The record of whose member a place is: all that have one of that name, if it is not known.
    fn records_of(&self, place: &Expr) -> Vec<RecordId> {
        let (base, name) = match &*place.kind {
            E::Member(a, f) => (self.type_of(a), f),
            E::Arrow(a, f) => (self.type_of(a).and_then(|t| t.target().cloned()), f),
            _ => return Vec::new(),
        };
        match base {
            Some(Type::Record(id)) => {
                let all = self.types.namesakes(id).into_iter();
                all.filter_map(|id| self.types.owner(id, &name.text)).collect()
            }
            _ => self.types.with_member(&name.text),
        }
    }
}

impl Arrays {
    /// The arrays of a file.
    pub fn of(unit: &ast::Unit) -> Arrays {
        let mut arrays = Arrays::default();
        for item in &unit.items {
            match item {
                Item::Decl(d) if d.storage.typedef && arrays.is_array(&d.ty) => {
                    arrays.types.insert(d.name.text.to_string());
                }
                Item::Decl(d) => arrays.declare(d),
                Item::Record(r) => arrays.record(r),
                _ => {}
            }
        }
        arrays
    }

    fn is_array(&self, ty: &ast::Type) -> bool {
        match &*ty.kind {
            TypeKind::Array(..) => true,
            TypeKind::Named(n) => self.types.contains(&*n.text),
            _ => false,
        }
    }

    fn declare(&mut self, d: &ast::Decl) {
        if self.is_array(&d.ty) {
            self.vars.insert(d.name.text.to_string());
        }
    }

    fn record(&mut self, r: &ast::Record) {
        for field in &r.fields {
            if let Some(name) = &field.name
                && self.is_array(&field.ty)
            {
                self.fields.insert(name.text.to_string());
            }
        }
    }

    /// With those of a block.
    pub fn with_locals(&self, block: &[Stmt]) -> Arrays {
        let mut all = self.clone();
        walk::statements(block, &mut |s| match &s.kind {
            S::Decl(decls) => decls.iter().for_each(|d| all.declare(d)),
            S::Record(r) => all.record(r),
            _ => {}
        });
        all
    }

    /// With the types of what is declared in a file and, by parameters and a body, in a function.
    pub fn with_types(&self, unit: &ast::Unit, types: &Types) -> Arrays {
        let mut known = Known {
            types: types.clone(),
            names: BTreeMap::new(),
        };
        for item in &unit.items {
            match item {
                Item::Decl(d) if !d.storage.typedef => known.note(&d.name.text, &d.ty),
                Item::Function(f) => {
                    let result = types.resolve(&f.result);
                    let signature = crate::types::Signature {
                        result,
                        params: Vec::new(),
                        variadic: true,
                    };
                    // the type of a declaration may be written in another way
                    let all = BTreeSet::from([Type::Function(Box::new(signature))]);
                    known.names.insert(f.name.text.to_string(), all);
                }
                _ => {}
            }
        }
        Arrays {
            known: Some(known),
            ..self.clone()
        }
    }

    /// With those of a function.
    pub fn within(&self, params: &[ast::Param], body: &[Stmt], contract: Option<&ast::Contract>) -> Arrays {
        let mut all = self.with_locals(body);
        let Some(known) = &mut all.known else { return all };
        for p in params {
            p.name.iter().for_each(|n| known.note(&n.text, &p.ty));
        }
        walk::statements(body, &mut |s| {
            if let S::Decl(decls) = &s.kind {
                decls.iter().for_each(|d| known.note(&d.name.text, &d.ty));
            }
        });
        walk::statements(body, &mut |s| {
            walk::expressions(s).into_iter().for_each(|e| known.bound(e))
        });
        for b in contract
            .iter()
            .flat_map(|c| std::iter::once(&c.common).chain(&c.behaviors))
        {
            let clauses = b.assumes.iter().chain(&b.requires).chain(&b.ensures).chain(&b.exits);
            clauses.for_each(|c| known.bound(&c.formula));
        }
        all
    }

    /// Is a member an array?
    fn is_array_member(&self, place: &Expr, name: &str) -> bool {
        match self.known.as_ref().and_then(|k| k.type_of(place)) {
            Some(ty) => matches!(ty, Type::Array(..)),
            None => self.fields.contains(name),
        }
    }
}

impl AddressTaken {
    /// Takes in an expression whose value is used.
    pub fn used(&mut self, e: &Expr, arrays: &Arrays) {
        match &*e.kind {
            E::Name(n) if arrays.vars.contains(&*n.text) => {
                self.vars.insert(n.text.to_string());
            }
            E::Unary(UnaryOp::Address, place) => {
                self.address(place, arrays);
                self.parts(place, arrays);
            }
            E::Member(_, f) | E::Arrow(_, f) if arrays.is_array_member(e, &f.text) => {
                self.address(e, arrays);
                self.parts(e, arrays);
            }
            E::SizeofExpr(_) => {}
            // whether a place has a value is asked of the place
            E::Acsl(word, _, args) if &*word.text == "initialized" => {
                for arg in args {
                    match &*arg.kind {
                        E::Unary(UnaryOp::Address, place) => self.parts(place, arrays),
                        _ => self.used(arg, arrays),
                    }
                }
            }
            _ => self.parts(e, arrays),
        }
    }

    /// What is inside an expression that stands for a place, or that is not a place at all.
    fn parts(&mut self, e: &Expr, arrays: &Arrays) {
        match &*e.kind {
            E::Index(a, i) => {
                self.place(a, arrays);
                self.used(i, arrays);
            }
            E::Member(a, _) => self.place(a, arrays),
            E::StmtExpr(block) => self.block(block, arrays),
            E::Cast(ty, a) => {
                self.cast(ty, a, arrays);
                self.used(a, arrays);
            }
            _ => walk::children(e).into_iter().for_each(|c| self.used(c, arrays)),
        }
    }

    /// An expression that is indexed or whose member is taken: no value yet.
    fn place(&mut self, e: &Expr, arrays: &Arrays) {
        match &*e.kind {
            E::Name(_) => {}
            E::Index(..) | E::Member(..) | E::Arrow(..) => self.parts(e, arrays),
            _ => self.used(e, arrays),
        }
    }

    /// The place is pointed to.
    fn address(&mut self, place: &Expr, arrays: &Arrays) {
        match &*place.kind {
            E::Name(n) => {
                self.vars.insert(n.text.to_string());
            }
            E::Member(base, _) => {
                self.member(place, arrays);
                self.address(base, arrays);
            }
            E::Arrow(..) => self.member(place, arrays),
            E::Index(base, _) => {
                let array = match &*base.kind {
                    E::Name(n) => arrays.vars.contains(&*n.text),
                    E::Member(_, f) | E::Arrow(_, f) => arrays.is_array_member(base, &f.text),
                    E::Index(..) => true,
                    _ => false,
                };
                if array {
                    self.address(base, arrays);
                }
            }
            _ => {}
        }
    }

    /// A pointer to a structure is taken for one to its first member, or the other way around, or for one to the structure
    /// around a member.
    fn cast(&mut self, ty: &ast::Type, e: &Expr, arrays: &Arrays) {
        let Some(known) = &arrays.known else { return };
        let Type::Pointer(to) = known.types.resolve(ty) else {
            return;
        };
        if let (Type::Record(id), E::Binary(ast::BinaryOp::Sub, _, distance)) = (&*to, &*e.kind)
            && let E::Offsetof(_, path) = &*distance.kind
            && let [ast::Designator::Field(name)] = path.as_slice()
        {
            self.members.insert((*id, name.text.to_string()));
        }
        let from = known.type_of(e).map(|t| t.decayed());
        let Some(from) = from.as_ref().and_then(|t| t.target()) else {
            return;
        };
        for (outer, inner) in [(from, &*to), (&*to, from)] {
            let Type::Record(id) = outer else { continue };
            let first = known.types.record(*id).fields.iter().flatten().next();
            if let Some(first) = first.filter(|f| f.ty == *inner && matches!(inner, Type::Record(_))) {
                self.members.insert((*id, first.name.clone()));
            }
        }
    }

    fn member(&mut self, place: &Expr, arrays: &Arrays) {
        let (E::Member(_, f) | E::Arrow(_, f)) = &*place.kind else {
            return;
        };
        let records = arrays.known.iter().flat_map(|k| k.records_of(place));
        self.members.extend(records.map(|id| (id, f.text.to_string())));
    }

    /// Takes in all of a block.
    pub fn block(&mut self, block: &[Stmt], arrays: &Arrays) {
        walk::statements(block, &mut |s| {
            if let S::Decl(decls) = &s.kind {
                decls.iter().for_each(|d| self.initial(d.init.as_ref(), arrays));
                return;
            }
            walk::expressions(s).into_iter().for_each(|e| self.used(e, arrays));
        });
    }

    /// Takes in an initial value; a string that fills an array is not pointed to.
    pub fn initial(&mut self, init: Option<&ast::Init>, arrays: &Arrays) {
        let mut found = Vec::new();
        if let Some(init) = init {
            walk::initial(init, &mut found);
        }
        found.into_iter().for_each(|e| self.used(e, arrays));
    }

    /// Takes in a contract.
    pub fn contract(&mut self, contract: &ast::Contract, arrays: &Arrays) {
        for b in std::iter::once(&contract.common).chain(&contract.behaviors) {
            let clauses = b.assumes.iter().chain(&b.requires).chain(&b.ensures).chain(&b.exits);
            clauses.for_each(|c| self.used(&c.formula, arrays));
            let places = b.assigns.iter().flat_map(|a| &a.places);
            places.for_each(|p| self.place(p, arrays));
        }
    }
}
