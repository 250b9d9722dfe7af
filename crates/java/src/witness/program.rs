//! The test program: the source with a class that builds the input and calls the method.

use super::failure::Failure;
use super::formula::{Before, Method, Scope, Translator, Variable};
use super::support;
use super::text::{self, Edits};
use super::types::{java, top};
use crate::syntax::ast::{self, ClassKind, SpecCase};
use crate::syntax::walk::statements;
use crate::types::{ClassId, Classes, MethodRef, Type};
use std::fmt::Write;

/// The name of the class that is added.
pub(super) const TEST: &str = "AbideTest";

/// `this` in the test.
pub(super) const SELF: &str = "self_";

/// The result of the call.
pub(super) const RESULT: &str = "result_";

/// What leaves the method.
pub(super) const THROWN: &str = "thrown_";

/// A test program on its way.
pub(super) struct Program<'u, 'a> {
    pub failure: &'a Failure<'a>,
    pub classes: &'a Classes<'u>,
    /// The method.
    pub m: MethodRef<'u>,
    /// The top-level class around it.
    pub home: ClassId,
    pub translator: Translator<'u, 'a>,
    /// Changes to the source.
    pub edits: Edits,
    /// Statements before the call.
    pub before: String,
    /// Statements after the call, where it returns.
    pub after: String,
    /// Statements where it throws.
    pub caught: String,
    /// An invariant of a class that every object of the input keeps, and the method that checks it.
    pub kept_by_objects: Option<(ClassId, String)>,
    /// Gigabytes of memory, if the arrays need more than a Java machine usually has.
    pub memory: Option<u64>,
}

/// The program for a failure.
pub(super) fn program(failure: &Failure) -> Option<String> {
    // a class without a name cannot be named
    if failure.text.contains(TEST) || failure.shape.class.contains('<') {
        return None;
    }
    let classes = Classes::of(failure.unit, &[]);
    let class = classes.class_named(&failure.shape.class, None)?;
    let m = method(&classes, class, failure)?;
    // nobody can tell it which value to take
    if has_havoc(m.decl) {
        return None;
    }
    let home = top(&classes, class);
    let statics = !failure.shape.statics.is_empty();
    let mut program = Program {
        failure,
        classes: &classes,
        m,
        home,
        translator: Translator::new(&classes, home, statics),
        edits: Edits::default(),
        before: String::new(),
        after: String::new(),
        caught: String::new(),
        kept_by_objects: None,
        memory: None,
    };
    program.demand()?;
    program.finish()
}

/// Does the method take any value somewhere?
fn has_havoc(method: &ast::Method) -> bool {
    let mut left: Vec<&ast::Stmt> = method.body.iter().flatten().collect();
    while let Some(s) = left.pop() {
        if matches!(s.kind, ast::StmtKind::JmlHavoc(_)) {
            return true;
        }
        left.extend(statements(s));
    }
    false
}

/// The method that a shape is of.
pub(super) fn method<'u>(classes: &Classes<'u>, class: ClassId, failure: &Failure) -> Option<MethodRef<'u>> {
    let shape = failure.shape;
    let all = classes
        .get(class)
        .decl?
        .methods
        .iter()
        .map(|decl| MethodRef { class, decl });
    let fits = |m: &MethodRef| {
        let types: Vec<String> = classes.parameters(*m).iter().map(|t| classes.show(t)).collect();
        let same = types.iter().eq(shape.params.iter().map(|(_, ty)| ty));
        *m.decl.name.text == *shape.method && m.decl.constructor == shape.constructor && same
    };
    all.into_iter().find(fits)
}

impl<'u> Program<'u, '_> {
    /// The test's class, as any class of the file can name it.
    pub fn test(&self) -> String {
        format!("{}.{TEST}", self.classes.get(self.home).name)
    }

    /// What a message says: what is wrong and the clause.
    pub fn message(&self, span: abide_base::Span) -> String {
        let what = self.failure.kind.refutation();
        let line = text::line(self.failure.text, span.start as usize);
        let clause = self.failure.text.get(span.range()).unwrap_or_default();
        let clause: Vec<&str> = clause.split_whitespace().collect();
        format!("line {line}: {what}: {}", clause.join(" "))
    }

    /// A variable of a type as it is declared somewhere.
    pub fn variable(&self, java_name: &str, ty: &ast::TypeRef, m: MethodRef<'u>) -> Variable {
        let resolved = self.classes.resolve(ty, Some(m.class));
        let param =
            self.classes.is_type_param(&ty.name, m.class) || m.decl.type_params.iter().any(|p| p.name.text == ty.name);
        let object = || (0..ty.dims).fold(self.classes.object(), |t, _| Type::Array(Box::new(t)));
        let (ty, ty_text) = match resolved {
            Some(float @ (Type::Float | Type::Double)) => (float, ty.name.to_string()),
            Some(t) => (t.clone(), java(self.classes, &t)),
            None if param => (object(), java(self.classes, &object())),
            None => (object(), ty.name.to_string() + &"[]".repeat(ty.dims)),
        };
        Variable {
            java: java_name.to_string(),
            ty,
            ty_text,
        }
    }

    /// `this` of a method.
    pub fn this(&self, m: MethodRef<'u>) -> Option<Variable> {
        let ty = Type::Class(m.class);
        (!m.decl.modifiers.is_static).then(|| Variable {
            java: SELF.into(),
            ty_text: java(self.classes, &ty),
            ty,
        })
    }

    /// The parameters of a method.
    pub fn params(&self, m: MethodRef<'u>) -> Vec<(String, Variable)> {
        let params = m.decl.params.iter();
        params
            .map(|p| (p.name.text.to_string(), self.variable(&p.name.text, &p.ty, m)))
            .collect()
    }

    /// Where a clause of the method's contract is read, before the call or after it.
    pub fn contract_scope(&self, class: ClassId, after: bool) -> Scope {
        let m = self.m;
        let mut scope = Scope::new(class);
        let params = self.params(m);
        let this = self.this(m);
        let old = this.clone().filter(|_| !m.decl.constructor);
        scope.names = params.clone();
        scope.this = if after { this } else { old.clone() };
        scope.old = Some(Before {
            this: old,
            names: params,
        });
        if after && !m.decl.constructor && &*m.decl.result.name != "void" {
            scope.result = Some(self.variable(RESULT, &m.decl.result, m));
        }
        scope
    }

    /// The cases of a method's contract, with the classes that they are written in.
    pub fn cases(&self, m: MethodRef<'u>) -> Vec<(ClassId, &'u SpecCase)> {
        let mut cases: Vec<(ClassId, &SpecCase)> = m.decl.spec.cases.iter().map(|c| (m.class, c)).collect();
        for up in self.classes.overridden(m) {
            cases.extend(up.decl.spec.cases.iter().map(|c| (up.class, c)));
        }
        cases
    }

    /// The call of a check in `main`.
    pub fn call_in_main(&self, check: &Method) -> String {
        format!("{}({});\n", check.name, check.args.join(", "))
    }

    /// The whole text.
    fn finish(mut self) -> Option<String> {
        let failure = self.failure;
        let home = self.classes.get(self.home).decl?;
        let main = self.main()?;
        let mut fields = String::new();
        for (name, v) in &self.translator.copied {
            let _ = writeln!(fields, "static {} {name};", v.ty_text);
        }
        for (name, (ty, _)) in &self.translator.copied_statics {
            let _ = writeln!(fields, "static {ty} {name};");
        }
        let body = format!("{fields}{main}\n{}", self.translator.methods);
        // instrumented places call methods of the test too
        let methods = support::methods(&format!("{body}{}", self.edits.text()), TEST);
        let class = indent(&format!(
            "static class {TEST} {{\n{}}}\n",
            indent(&format!("{body}{methods}"))
        ));
        let close = (home.span.end as usize).checked_sub(1)?;
        // the constants of an enum end with a semicolon
        let semicolon = if home.kind == ClassKind::Enum { ";" } else { "" };
        self.edits.insert(close, format!("{semicolon}\n{class}"));
        self.open();
        let name = self.classes.get(self.home).path.replace('.', "$");
        let text = std::mem::take(&mut self.edits).apply(failure.text)?;
        let memory = self
            .memory
            .map_or(String::new(), |gigabytes| format!("-Xmx{gigabytes}g "));
        let head = format!(
            "// {}. To see it: javac *.java && java {memory}'{name}${TEST}'\n",
            failure.kind.refutation()
        );
        Some(head + &text)
    }

    /// Makes the file one that any name fits, and its fields visible to the test.
    fn open(&mut self) {
        let source = self.failure.text;
        let unit = self.failure.unit;
        if let Some(package) = &unit.package
            && let Some(at) = text::word(source, 0, source.len(), "package")
            && let Some(end) = text::find(source, at, |b| b == b';')
            && !package.is_empty()
        {
            self.edits.blank(at, end + 1);
        }
        for class in &unit.classes {
            let (start, name) = (class.span.start as usize, class.name.span.start as usize);
            if let Some(at) = text::word(source, start, name, "public") {
                self.edits.blank(at, at + "public".len());
            }
        }
        let home = self.classes.get(self.home).decl;
        for class in unit
            .classes
            .iter()
            .filter(|c| !home.is_some_and(|h| std::ptr::eq(h, *c)))
        {
            self.open_fields(class);
        }
    }

    /// Fields of other classes are no longer private.
    fn open_fields(&mut self, class: &ast::Class) {
        let source = self.failure.text;
        for field in class.fields.iter().filter(|f| f.modifiers.private) {
            let name = field.name.span.start as usize;
            // the modifiers stand between the end of what comes before and the type
            let before = &source[..(field.ty.span.start as usize).min(name)];
            let start = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
            if let Some(at) = text::word(source, start, name, "private") {
                self.edits.blank(at, at + "private".len());
            }
        }
        class.classes.iter().for_each(|c| self.open_fields(c));
    }
}

/// The lines, four columns to the right.
pub(super) fn indent(text: &str) -> String {
    let lines = text.lines();
    lines
        .map(|l| {
            if l.is_empty() {
                "\n".into()
            } else {
                format!("    {l}\n")
            }
        })
        .collect()
}
