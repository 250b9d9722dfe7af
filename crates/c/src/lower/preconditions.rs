//! Preconditions that a function without a contract may need: proposals, by the types of what it works on and by how
//! its body uses it.
//!
//! They are proposed together, and all of them can hold at once; which of them are needed is found out later. So a
//! pointer is proposed as null or valid, as valid, and as valid for each range that an integer could be the size of.

use super::environment::Environment;
use super::shape::Options;
use super::usage::Usage;
use crate::syntax::ast;
use crate::types::{RecordId, Type};
use abide_ir::{ContractClause, Grade, Granted, Keyword};
use std::collections::BTreeSet;

/// Constants that may be the size of something, at the most.
const CONSTANTS: usize = 4;

/// Preconditions proposed for one function, at the most.
const MAX: usize = 48;

/// Proposals for the functions of a file that have no contract, by name: none where it is only that memory may run out.
pub fn preconditions(unit: &ast::Unit, options: Options) -> Granted {
    let env = Environment::new(unit, options);
    let is_bare = |f: &&ast::Function| env.callees.get(&*f.name.text).is_some_and(|c| c.contract.is_none());
    let mut found = Granted::new();
    // what is called through a pointer may be called by anybody
    let is_escaped = |f: &&ast::Function| env.escaped.contains(&*f.name.text);
    for f in env.functions_to_see().filter(is_bare).filter(|f| !is_escaped(f)) {
        let used = Usage::of(&env, f);
        let takes_for_granted = used.allocates || used.reads;
        let proposed = match &*f.name.text {
            "main" => Vec::new(),
            _ => Proposals::of(&env, f, used),
        };
        if takes_for_granted || f.params.is_empty() || &*f.name.text == "main" || !proposed.is_empty() {
            found.insert(f.name.text.to_string(), proposed);
        }
    }
    found
}

/// Something with a value when the function is called: a parameter, a global variable, a member.
struct Known {
    text: String,
    ty: Type,
    /// The size that the declaration of the parameter gives.
    declared: Option<u64>,
    /// Does it point to what is constant?
    reads_only: bool,
    /// Is it kept from call to call?
    is_kept: bool,
}

struct Proposals<'e, 'a> {
    env: &'e Environment<'a>,
    body: Usage,
    found: Vec<ContractClause>,
    ints: Vec<Known>,
    pointers: Vec<Known>,
    /// Variables that are structures.
    structures: Vec<Known>,
    /// Arrays among the global variables.
    tables: Vec<Known>,
}

impl<'e, 'a> Proposals<'e, 'a> {
    fn of(env: &'e Environment<'a>, f: &'a ast::Function, body: Usage) -> Vec<ContractClause> {
        let mut proposals = Proposals {
            env,
            body,
            found: Vec::new(),
            ints: Vec::new(),
            pointers: Vec::new(),
            structures: Vec::new(),
            tables: Vec::new(),
        };
        for known in proposals.at_the_call(f) {
            proposals.know(known);
        }
        proposals.members();
        proposals.numbers();
        proposals.relations();
        proposals.addresses();
        proposals.both_or_none();
        proposals.tables();
        proposals.freed();
        proposals.closed_heaps();
        proposals.apart();
        let mut found = proposals.found;
        let mut seen = BTreeSet::new();
        found.retain(|p| seen.insert(p.text.clone()));
        found.sort_by_key(|p| p.strength);
        found.truncate(MAX);
        found
    }

    /// Parameters, and global variables that the function mentions.
    fn at_the_call(&self, f: &'a ast::Function) -> Vec<Known> {
        let mut known = Vec::new();
        for param in &f.params {
            let Some(name) = &param.name else { continue };
            let ty = self.env.types.resolve(&param.ty);
            let declared = match &ty {
                Type::Array(_, size) => *size,
                _ => None,
            };
            known.push(Known {
                text: name.text.to_string(),
                ty: ty.decayed(),
                declared,
                reads_only: points_to_const(&param.ty),
                is_kept: false,
            });
        }
        let globals = self.env.globals.iter().filter(|(name, g)| {
            let own = !g.is_const && !g.library && !g.ghost && g.within.is_none();
            own && self.body.names.contains(name.as_str())
        });
        known.extend(globals.map(|(name, g)| Known {
            text: name.clone(),
            ty: g.ty.clone(),
            declared: None,
            reads_only: false,
            is_kept: true,
        }));
        known
    }

    fn know(&mut self, known: Known) {
        match &known.ty {
            Type::Int(_) => self.ints.push(known),
            Type::Pointer(_) => self.pointers.push(known),
            Type::Record(_) => self.structures.push(known),
            Type::Array(..) => self.tables.push(known),
            _ => {}
        }
    }

    fn propose(&mut self, strength: u32, grade: Grade, text: String) {
        self.found.push(ContractClause {
            keyword: Keyword::Requires,
            text,
            grade,
            strength,
        });
    }

    /// What the structures consist of that parameters point to, and those among the global variables.
    fn members(&mut self) {
        let mut inner = Vec::new();
        let pointed = self.pointers.iter().map(|p| (&p.text, "->", p.ty.target()));
        let structures = self.structures.iter().map(|s| (&s.text, ".", Some(&s.ty)));
        for (text, sign, ty) in pointed.chain(structures) {
            let Some(Type::Record(id)) = ty else {
                continue;
            };
            for member in self.env.types.record(*id).fields.iter().flatten() {
                if member.name.is_empty() || !self.body.members.contains(&member.name) {
                    continue;
                }
                inner.push(Known {
                    text: format!("{text}{sign}{}", member.name),
                    ty: member.ty.clone(),
                    declared: None,
                    reads_only: false,
                    is_kept: true,
                });
            }
        }
        inner.into_iter().for_each(|known| self.know(known));
    }

    /// Numbers: not negative, not zero where they divide, inside of arrays, and not too large for the machine.
    fn numbers(&mut self) {
        let ints = self.ints.iter().map(|k| (k.text.clone(), k.ty.clone(), k.is_kept));
        for (x, ty, is_kept) in ints.collect::<Vec<_>>() {
            let Some(kind) = ty.as_int() else { continue };
            let range = self.env.types.model.range(kind);
            if crate::types::is_signed(kind) {
                if is_kept {
                    // where nothing is yet, in stacks and queues
                    self.propose(10, Grade::Shown, format!("-1 <= {x}"));
                }
                let strength = if self.body.counts.contains(bare(&x)) { 12 } else { 45 };
                self.propose(strength, Grade::Obvious, format!("0 <= {x}"));
                self.propose(60, Grade::Limit, format!("{} < {x}", range.low));
                self.limits(&x, 32);
            }
            self.propose(60, Grade::Limit, format!("{x} < {}", range.high));
            if self.body.divisors.contains(&x) {
                self.propose(20, Grade::Obvious, format!("{x} != 0"));
            }
            if self.body.bounds.contains(bare(&x)) {
                self.propose(40, Grade::Obvious, format!("1 <= {x}"));
            }
            let sizes: Vec<u64> = self.body.sizes.iter().copied().collect();
            for size in sizes.into_iter().filter(|s| *s > 2) {
                self.propose(24, Grade::Obvious, format!("{x} <= {size}"));
                self.propose(26, Grade::Obvious, format!("{x} < {size}"));
                if is_kept {
                    // where there is room for one more
                    self.propose(30, Grade::Shown, format!("{x} < {}", size - 1));
                }
            }
        }
    }

    /// What is not a bound of others is below what is.
    fn relations(&mut self) {
        let is_bound = |k: &&Known| self.body.bounds.contains(bare(&k.text));
        let (above, below): (Vec<&Known>, Vec<&Known>) = self.ints.iter().partition(is_bound);
        let mut found = Vec::new();
        for low in &below {
            for high in above.iter().filter(|high| high.is_kept == low.is_kept) {
                found.push((41, format!("{} <= {}", low.text, high.text)));
                found.push((43, format!("{} < {}", low.text, high.text)));
            }
        }
        for (strength, text) in found {
            self.propose(strength, Grade::Obvious, text);
        }
    }

    /// Bounds for which sums and products of two do not overflow.
    fn limits(&mut self, x: &str, bits: u32) {
        if self.body.arithmetic {
            let half = (1i64 << (bits - 2)) - 1;
            self.propose(70, Grade::Limit, format!("-{half} <= {x} <= {half}"));
            self.propose(80, Grade::Limit, format!("-46340 <= {x} <= 46340"));
        }
    }

    /// Pointers: null or valid, valid, valid for a range; strings; rows.
    fn addresses(&mut self) {
        let pointers: Vec<(String, Type, Option<u64>, bool)> = self
            .pointers
            .iter()
            .map(|k| (k.text.clone(), k.ty.clone(), k.declared, k.reads_only))
            .collect();
        let sizes: Vec<String> = self.ints.iter().map(|k| k.text.clone()).collect();
        for (p, ty, declared, reads_only) in pointers {
            let Some(target) = ty.target().filter(|t| self.is_object(t)).cloned() else {
                continue;
            };
            let valid = if reads_only { "\\valid_read" } else { self.body.valid() };
            self.propose(14, Grade::Obvious, format!("{p} == \\null || {valid}({p})"));
            self.propose(16, Grade::Obvious, format!("{valid}({p})"));
            let constants = self.body.constants.iter().flat_map(|c| [*c, c + 1]);
            let fixed: BTreeSet<u64> = constants.chain(declared).filter(|s| *s > 1).collect();
            for (more, size) in fixed.into_iter().take(CONSTANTS).enumerate() {
                let range = format!("{valid}({p} + (0 .. {}))", size - 1);
                self.propose(28 + more as u32, Grade::Obvious, range);
            }
            for n in &sizes {
                self.propose(32, Grade::Obvious, format!("{valid}({p} + (0 .. {n} - 1))"));
                self.propose(36, Grade::Obvious, format!("{valid}({p} + (0 .. {n}))"));
                for m in sizes.iter().filter(|m| *m != n && bare(m) == *m && bare(n) == n) {
                    self.propose(38, Grade::Obvious, format!("{valid}({p} + ({n} .. {m}))"));
                }
            }
            // what the elements lead to need not be constant
            let valid = if matches!(target, Type::Pointer(_)) {
                self.body.valid()
            } else {
                valid
            };
            self.contents(&p, &target, &sizes, valid);
        }
    }

    /// What the elements are that a pointer leads to: characters of a string, rows, indices.
    fn contents(&mut self, p: &str, target: &Type, sizes: &[String], valid: &str) {
        match target {
            Type::Int(ast::IntType::Char) => {
                let end = format!("\\exists integer k; 0 <= k && {p}[k] == 0 && {valid}({p} + (0 .. k))");
                self.propose(18, Grade::Obvious, end);
                // lengths that are counted by `int`
                if self.body.arithmetic && self.body.names.contains("strlen") {
                    let half = (1 << 30) - 1;
                    let end = format!("\\exists integer k; 0 <= k <= {half} && {p}[k] == 0 && {valid}({p} + (0 .. k))");
                    self.propose(60, Grade::Limit, end);
                }
            }
            Type::Pointer(of) if self.is_object(of) => {
                self.propose(18, Grade::Obvious, format!("*{p} == \\null || {valid}(*{p})"));
                self.propose(20, Grade::Obvious, format!("{valid}(*{p})"));
                if **of == Type::Int(ast::IntType::Char) && sizes.is_empty() {
                    let end = format!("0 <= n && {p}[n] == \\null && {valid}({p} + (0 .. n))");
                    let each = "\\forall integer k; 0 <= k < n ==> \\exists integer e; 0 <= e";
                    let each = format!("{each} && {p}[k][e] == 0 && {valid}({p}[k] + (0 .. e))");
                    self.propose(40, Grade::Obvious, format!("\\exists integer n; {end} && ({each})"));
                }
                for n in sizes {
                    let each = |what: &str| format!("\\forall integer k; 0 <= k < {n} ==> {what}");
                    self.propose(
                        34,
                        Grade::Obvious,
                        each(&format!("{p}[k] == \\null || {valid}({p}[k])")),
                    );
                    if **of == Type::Int(ast::IntType::Char) {
                        let end = "\\exists integer e; 0 <= e";
                        let end = format!("{end} && {p}[k][e] == 0 && {valid}({p}[k] + (0 .. e))");
                        self.propose(40, Grade::Obvious, each(&end));
                    }
                    for m in sizes {
                        let row = format!("\\forall integer k; 0 <= k < {n} ==> {valid}({p}[k] + (0 .. {m} - 1))");
                        self.propose(42, Grade::Obvious, row);
                    }
                }
            }
            Type::Int(kind) if self.body.nested_index => {
                for n in sizes {
                    let each = |what: &str| format!("\\forall integer k; 0 <= k < {n} ==> {what}");
                    if crate::types::is_signed(*kind) {
                        self.propose(44, Grade::Shown, each(&format!("0 <= {p}[k]")));
                    }
                    for m in sizes {
                        self.propose(46, Grade::Shown, each(&format!("{p}[k] < {m}")));
                    }
                    for size in self.body.sizes.clone() {
                        self.propose(46, Grade::Shown, each(&format!("{p}[k] < {size}")));
                    }
                }
            }
            _ => {}
        }
    }

    /// Where one end of a queue or list is there, so is the other.
    fn both_or_none(&mut self) {
        let valid = self.body.valid();
        let mut texts = Vec::new();
        for p in self.pointers.iter().filter(|p| p.is_kept) {
            let others = self
                .pointers
                .iter()
                .filter(|q| q.text != p.text && q.is_kept && q.ty == p.ty);
            let is_node = matches!(p.ty.target(), Some(target @ Type::Record(_)) if self.is_object(target));
            let others = others.filter(|q| is_node && around(&q.text) == around(&p.text));
            texts.extend(others.map(|q| format!("{} == \\null || {valid}({})", q.text, p.text)));
        }
        for text in texts {
            self.propose(15, Grade::Obvious, text);
        }
    }

    /// Arrays of pointers among the global variables: each is null or valid.
    fn tables(&mut self) {
        let valid = self.body.valid();
        let mut texts = Vec::new();
        for table in &self.tables {
            let Type::Array(of, Some(size)) = &table.ty else {
                continue;
            };
            if let Some(target) = of.target().filter(|t| self.is_object(t)) {
                let each = |what: &str| format!("\\forall integer k; 0 <= k < {size} ==> {what}");
                let at = format!("{}[k]", table.text);
                texts.push((22, each(&format!("{at} == \\null || {valid}({at})"))));
                if *target == Type::Int(ast::IntType::Char) {
                    let end = format!("\\exists integer e; 0 <= e && {at}[e] == 0 && {valid}({at} + (0 .. e))");
                    texts.push((40, each(&end)));
                }
            }
        }
        for (strength, text) in texts {
            self.propose(strength, Grade::Shown, text);
        }
    }

    /// What is given back was made by `malloc`.
    fn freed(&mut self) {
        let pointers = self.pointers.iter().filter(|_| self.body.frees);
        let mut freed = Vec::new();
        for p in pointers {
            freed.push(p.text.clone());
            freed.extend(matches!(p.ty.target(), Some(Type::Pointer(_))).then(|| format!("*{}", p.text)));
        }
        for p in freed {
            self.propose(30, Grade::Obvious, format!("{p} == \\null || \\freeable({p})"));
        }
    }

    /// Linked structures: what a valid node leads to is null or valid.
    fn closed_heaps(&mut self) {
        let mut roots: BTreeSet<RecordId> = BTreeSet::new();
        for p in &self.pointers {
            let mut ty = &p.ty;
            while let Type::Pointer(of) = ty {
                ty = of;
            }
            if let Type::Record(id) = ty {
                roots.insert(*id);
            }
        }
        let valid = self.body.valid();
        for id in roots {
            let record = self.env.types.record(id);
            let own = Type::Record(id).pointer();
            let shown = self.env.types.show(&Type::Record(id));
            let links = record
                .fields
                .iter()
                .flatten()
                .filter(|m| m.ty == own)
                .map(|m| m.name.clone());
            for link in links.collect::<Vec<String>>() {
                let text = format!(
                    "\\forall {shown} *node; {valid}(node) ==> node->{link} == \\null || {valid}(node->{link})"
                );
                self.propose(28, Grade::Obvious, text);
            }
            for member in record.fields.iter().flatten() {
                let Type::Array(of, Some(size)) = &member.ty else {
                    continue;
                };
                if **of == own {
                    let each = format!("\\forall {shown} *node, integer k; {valid}(node) && 0 <= k < {size}");
                    let child = format!("node->{}[k]", member.name);
                    let text = format!("{each} ==> {child} == \\null || {valid}({child})");
                    self.propose(28, Grade::Obvious, text);
                }
            }
        }
    }

    /// Memory that is written does not overlap with what else is pointed to.
    fn apart(&mut self) {
        if !self.body.writes {
            return;
        }
        let mut pairs = Vec::new();
        for (at, p) in self.pointers.iter().enumerate() {
            for q in &self.pointers[at + 1..] {
                if self.is_object(p.ty.target().unwrap_or(&Type::Void))
                    && self.is_object(q.ty.target().unwrap_or(&Type::Void))
                {
                    pairs.push((p.text.clone(), q.text.clone()));
                }
            }
        }
        let sizes: Vec<String> = self.ints.iter().map(|k| k.text.clone()).collect();
        for (p, q) in pairs {
            self.propose(50, Grade::Shown, format!("\\separated({p}, {q})"));
            for n in &sizes {
                let range = |p: &str| format!("{p} + (0 .. {n} - 1)");
                self.propose(52, Grade::Shown, format!("\\separated({}, {})", range(&p), range(&q)));
                self.propose(51, Grade::Shown, format!("\\separated({p}, {})", range(&q)));
            }
        }
    }

    /// Can it be pointed to, and its size be known?
    fn is_object(&self, ty: &Type) -> bool {
        !matches!(ty, Type::Void | Type::Function(_) | Type::Unknown(_)) && self.env.types.size_of(ty).is_some()
    }
}

/// Does a parameter point to what is constant?
fn points_to_const(ty: &ast::Type) -> bool {
    match &*ty.kind {
        ast::TypeKind::Pointer(of) | ast::TypeKind::Array(of, _) => of.is_const,
        _ => false,
    }
}

/// What a member is a member of, with the sign between them.
fn around(text: &str) -> &str {
    text.strip_suffix(bare(text)).unwrap_or_default()
}

/// The name of a variable or member.
fn bare(text: &str) -> &str {
    text.rsplit(['>', '.']).next().unwrap_or(text)
}
