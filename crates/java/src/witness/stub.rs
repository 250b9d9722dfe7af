//! Classes that implement interfaces of the source which no class of it does.

use super::formula::{Scope, Variable};
use super::program::{Program, RESULT, SELF};
use super::types::{java, stub_name};
use crate::syntax::ast::Expr;
use crate::types::{ClassId, IntKind, MethodRef, Type};
use std::fmt::Write;

impl<'u> Program<'u, '_> {
    /// A class whose methods return the simplest value that the contract allows.
    pub fn stub(&mut self, interface: ClassId) -> Option<()> {
        let mut methods = String::new();
        let mut done: Vec<(&str, Vec<Type>)> = Vec::new();
        for class in self.classes.ancestors(interface) {
            let Some(decl) = self.classes.get(class).decl else {
                continue;
            };
            for method in decl.methods.iter().filter(|m| !m.modifiers.is_static) {
                let m = MethodRef { class, decl: method };
                let signature = (&*method.name.text, self.classes.parameters(m));
                if done.contains(&signature) {
                    continue;
                }
                done.push(signature);
                if method.body.is_none() && !method.modifiers.model {
                    methods.push_str(&self.stub_method(m)?);
                }
            }
        }
        let name = stub_name(self.classes, interface);
        let interface = java(self.classes, &Type::Class(interface));
        let text = &mut self.translator.methods;
        let _ = writeln!(text, "static class {name} implements {interface} {{\n{methods}}}\n");
        Some(())
    }

    fn stub_method(&mut self, m: MethodRef<'u>) -> Option<String> {
        if !m.decl.type_params.is_empty() {
            return None;
        }
        let params = self.params(m);
        let result = self.variable(RESULT, &m.decl.result, m);
        let declared: Vec<String> = params.iter().map(|(n, v)| format!("{} {n}", v.ty_text)).collect();
        let head = format!(
            "    public {} {}({})",
            if result.ty == Type::Void {
                "void"
            } else {
                &result.ty_text
            },
            m.decl.name.text,
            declared.join(", ")
        );
        let values = match &result.ty {
            Type::Void => return Some(format!("{head} {{ }}\n")),
            Type::Bool => "false, true",
            Type::Int(IntKind::Char) => "0, 1, 2, 100",
            Type::Int(_) => "0, 1, -1, 2, 100",
            Type::Float | Type::Double => "0",
            // an object would have to be made
            _ if !m.decl.modifiers.nullable => return None,
            _ => "null",
        };
        let checks = self.promises(m, params, &result)?;
        let ty = &result.ty_text;
        Some(format!(
            "{head} {{\n        for ({ty} {RESULT} : new {ty}[] {{{values}}}) {{\n            try {{\n                {checks}\
             return {RESULT};\n            }} catch (AssertionError e) {{\n                // the contract does not allow it\n            \
             }}\n        }}\n        throw unbuilt(new IllegalStateException(\"{}\"));\n    }}\n",
            m.decl.name.text
        ))
    }

    /// Statements that look at the postconditions.
    fn promises(&mut self, m: MethodRef<'u>, params: Vec<(String, Variable)>, result: &Variable) -> Option<String> {
        let mut checks = String::new();
        let cases = self.cases(m);
        for (class, case) in &cases {
            let mut scope = Scope::new(*class);
            scope.this = self.this(m);
            scope.names.clone_from(&params);
            let guards: Vec<(&Expr, &Scope)> = match cases.len() {
                1 => Vec::new(),
                _ => case.requires.iter().map(|c| (&c.formula, &scope)).collect(),
            };
            let mut after = scope.clone();
            after.result = Some(result.clone());
            for clause in &case.ensures {
                let check = self.translator.check(&guards, &[(&clause.formula, &after)], "")?;
                let args: Vec<&str> = check.args.iter().map(|a| if a == SELF { "this" } else { a }).collect();
                let _ = write!(checks, "{}({}); ", check.name, args.join(", "));
            }
        }
        Some(checks)
    }
}
