//! Random bodies: everything compiles, loops end, and whatever runs may fail.

use crate::gen_::{Gen, Kind, Param, Routine, Ty, Var, both};
use std::fmt::Write as _;

impl Gen {
    /// The code of a type.
    pub fn members(&mut self, t: usize) {
        let kind = self.types[t].kind;
        if matches!(kind, Kind::Interface | Kind::Function) {
            return;
        }
        if kind == Kind::Class && self.chance(20) {
            self.begin(Some(t), &[], Some(Ty::Text), 3);
            self.statements();
            let name = self.types[t].name.clone();
            self.line(&format!("return \"{name}\";"));
            self.types[t].prints = Some(std::mem::take(&mut self.out));
        }
        for m in 0..self.types[t].methods.len() {
            let method = self.types[t].methods[m].clone();
            if method.inherits || method.body.is_empty() {
                self.types[t].methods[m].body = self.body(t, &method);
            }
        }
        for c in 0..self.types[t].constants.len() {
            if let Some(method) = self.types[t].constants[c].2.clone() {
                let body = self.body(t, &method);
                self.types[t].constants[c].2 = Some(Routine { body, ..method });
            }
        }
        match kind {
            Kind::Class => self.constructor(t),
            Kind::Enum => self.types[t].constructor.body = "    ve = p0;\n".into(),
            _ => {
                let is_number = self.types[t].fields[1].ty == Ty::Int;
                let bodies: &[&str] = match is_number {
                    true => &[
                        "",
                        "if (xr < 0) xr = 0;",
                        "if (yr < xr) yr = xr;",
                        "xr = Math.min(xr, yr);",
                        "yr = xr + 1;",
                    ],
                    false => &[
                        "",
                        "if (xr < 0) xr = 0;",
                        "yr = yr.clone();",
                        "if (yr.length > 0) yr[0] = xr;",
                    ],
                };
                let body = self.pick(bodies);
                self.types[t].constructor.body = if body.is_empty() {
                    String::new()
                } else {
                    format!("    {body}\n")
                };
            }
        }
    }

    fn body(&mut self, t: usize, method: &Routine) -> String {
        self.begin((!method.is_static).then_some(t), &method.params, method.result, 5);
        self.may_throw = method.contract.as_ref().is_some_and(|c| c.signals.is_some());
        if method.is_pure {
            let value = self.plain(Ty::Int);
            self.line(&format!("return {value};"));
            return std::mem::take(&mut self.out);
        }
        let above = self.types[t]
            .parent
            .filter(|p| self.types[*p].methods.iter().any(|m| m.name == method.name));
        if method.inherits && above.is_some() && self.chance(50) {
            let args: Vec<&str> = method.params.iter().map(|p| p.0.as_str()).collect();
            let call = format!("super.{}({})", method.name, args.join(", "));
            let first = self.rng.bool();
            if first {
                self.statements();
            }
            match method.result {
                Some(ty) => {
                    let name = self.fresh("v");
                    self.line(&format!("{} {name} = {call};", ty.text(&self.types)));
                    self.vars.push(Var {
                        text: name.clone(),
                        ty,
                        is_writable: false,
                    });
                    if !first {
                        self.statements();
                    }
                    self.line(&format!("return {name};"));
                }
                None => {
                    self.line(&format!("{call};"));
                    if !first {
                        self.statements();
                    }
                }
            }
            return std::mem::take(&mut self.out);
        }
        self.statements();
        if let Some(ty) = method.result {
            let value = self.value(ty, 2);
            self.line(&format!("return {value};"));
        }
        std::mem::take(&mut self.out)
    }

    fn constructor(&mut self, t: usize) {
        let own = self.types[t].constructor.clone();
        if let Some(parent) = self.types[t].parent {
            self.begin(None, &own.params, None, 0);
            let params = self.types[parent].constructor.params.clone();
            let args: Vec<String> = params.iter().map(|(_, ty)| self.plain(*ty)).collect();
            self.types[t].constructor.above = Some(args.join(", "));
        }
        if !own.is_written {
            return;
        }
        self.begin(Some(t), &own.params, None, 4);
        self.raw = true;
        for field in self.types[t].fields.clone() {
            let needs = field.init.is_none() || self.chance(30);
            if field.modifiers == "final " || !needs {
                continue;
            }
            match field.ty {
                Ty::Int if self.chance(80) => {
                    let value = if self.chance(50) {
                        self.rng.i32(0..4).to_string()
                    } else {
                        self.int(1)
                    };
                    self.line(&format!("{} = {value};", field.name));
                }
                Ty::Array => {
                    let length = self.rng.i32(1..4);
                    let given = own.params.iter().find(|p| p.1 == Ty::Array).map(|p| p.0.clone());
                    match given.filter(|_| self.rng.bool()) {
                        Some(param) => self.line(&format!("{} = {param};", field.name)),
                        None => self.line(&format!("{} = new int[{length}];", field.name)),
                    }
                }
                Ty::Ref(_) if self.chance(50) => {
                    let value = self.plain_or_null(field.ty);
                    self.line(&format!("{} = {value};", field.name));
                }
                _ => {}
            }
        }
        if self.chance(40) {
            self.statements();
        }
        self.types[t].constructor.body = std::mem::take(&mut self.out);
    }

    /// Starts a body.
    pub fn begin(&mut self, this: Option<usize>, params: &[Param], result: Option<Ty>, fuel: usize) {
        (self.this, self.raw, self.result, self.fuel) = (this, false, result, fuel);
        (self.may_throw, self.is_nested, self.indent) = (false, false, 2);
        self.out.clear();
        let var = |(name, ty): &Param| Var {
            text: name.clone(),
            ty: *ty,
            is_writable: false,
        };
        self.vars = params.iter().map(var).collect();
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.indent));
    }

    fn local(&mut self, prefix: &str, ty: Ty, value: &str, is_writable: bool) -> String {
        let name = self.fresh(prefix);
        self.line(&format!("{} {name} = {value};", ty.text(&self.types)));
        self.vars.push(Var {
            text: name.clone(),
            ty,
            is_writable,
        });
        name
    }

    fn statements(&mut self) {
        for _ in 0..self.rng.usize(1..4) {
            if self.fuel == 0 {
                return;
            }
            self.fuel -= 1;
            self.statement();
        }
    }

    fn block(&mut self, head: &str) {
        self.block_with(head, "");
    }

    fn block_with(&mut self, head: &str, first: &str) {
        self.line(&format!("{head} {{"));
        let vars = self.vars.len();
        self.indent += 1;
        if !first.is_empty() {
            self.line(first);
        }
        self.statements();
        self.indent -= 1;
        self.vars.truncate(vars);
        self.line("}");
    }

    fn statement(&mut self) {
        match self.rng.u32(..100) {
            0..20 => self.write(),
            20..28 => {
                let ty = self.pick(&[Ty::Int, Ty::Int, Ty::Bool]);
                let value = self.value(ty, 2);
                self.local("v", ty, &value, true);
            }
            28..37 => {
                let class = self.rng.usize(..self.types.len());
                let value = self.object(class);
                self.local("o", Ty::Ref(class), &value, false);
            }
            37..49 => {
                if let Some(call) = self.call(None) {
                    self.line(&format!("{call};"));
                }
            }
            49..58 => {
                let test = self.bool(2);
                self.block(&format!("if ({test})"));
                if self.chance(30) {
                    self.block("else");
                }
            }
            58..65 => self.through_link(),
            65..72 => self.repeated(),
            72..83 => self.unchanged(),
            83..87 => {
                let test = self.bool(1);
                self.line(&format!("assert {test};"));
            }
            87..91 => self.text(),
            91..94 if self.may_throw => {
                let test = self.bool(1);
                self.line(&format!("if ({test}) throw new IllegalArgumentException();"));
            }
            94..96 => {
                self.block("try");
                let (name, kind) = (
                    self.fresh("e"),
                    self.pick(&["ArithmeticException", "IllegalArgumentException", "RuntimeException"]),
                );
                self.block(&format!("catch ({kind} {name})"));
                if self.chance(30) {
                    let (result, raw) = (self.result.take(), std::mem::replace(&mut self.raw, true));
                    self.out.truncate(self.out.trim_end().len());
                    self.out.push('\n');
                    self.block("finally");
                    (self.result, self.raw) = (result, raw);
                }
            }
            _ => {
                let test = self.bool(1);
                match self.result.map(|ty| self.value(ty, 1)) {
                    Some(value) => self.line(&format!("if ({test}) return {value};")),
                    None if self.raw || self.result.is_some() => {}
                    None => self.line(&format!("if ({test}) return;")),
                }
            }
        }
    }

    /// A string of what there is.
    fn text(&mut self) {
        let class = self.rng.usize(..self.types.len());
        let what = match self.types[class].kind {
            Kind::Class | Kind::Enum | Kind::Record => self.object(class),
            _ => self.int(1),
        };
        let name = self.local("w", Ty::Text, &format!("\"v\" + {what}"), false);
        if self.chance(50) {
            let bound = self.rng.i32(0..3);
            self.line(&format!("assert {name}.length() > {bound};"));
        }
    }

    fn repeated(&mut self) {
        let i = self.fresh("i");
        let vars = self.vars.len();
        let arrays: Vec<String> = self
            .vars
            .iter()
            .filter(|v| v.ty == Ty::Array)
            .map(|v| v.text.clone())
            .collect();
        let counter = Var {
            text: i.clone(),
            ty: Ty::Int,
            is_writable: false,
        };
        match self.rng.u32(..4) {
            0 if !arrays.is_empty() => {
                let a = self.pick(&arrays);
                self.vars.push(counter);
                let value = self.int(1);
                let store = if self.rng.bool() {
                    format!("{a}[{i}] = {value};")
                } else {
                    String::new()
                };
                self.block_with(&format!("for (int {i} = 0; {i} < {a}.length; {i}++)"), &store);
            }
            1 if !arrays.is_empty() => {
                let a = self.pick(&arrays);
                self.vars.push(counter);
                self.block(&format!("for (int {i} : {a})"));
            }
            2 => {
                let n = self.rng.i32(1..4);
                let bound = if self.chance(75) { n } else { n - 1 };
                let invariant = format!("0 <= {i} && {i} <= {bound}");
                self.line(&format!("int {i} = 0;"));
                self.line(&both(&format!("//@ loop_invariant {invariant};"), ""));
                self.vars.push(counter);
                let first = both("", &format!("assert {invariant};")) + &format!("{i}++;");
                self.block_with(&format!("while ({i} < {n})"), &first);
            }
            _ => {
                let n = self.rng.i32(1..4);
                self.vars.push(counter);
                self.block(&format!("for (int {i} = 0; {i} < {n}; {i}++)"));
            }
        }
        self.vars.truncate(vars);
    }

    /// Something that may or may not be changed by what stands between.
    fn unchanged(&mut self) {
        let readable = self.readable();
        let e = self.pick(&readable);
        let name = self.local("v", Ty::Int, &e, false);
        match self.rng.u32(..3) {
            0 => self.write(),
            _ => {
                if let Some(call) = self.call(None) {
                    self.line(&format!("{call};"));
                }
            }
        }
        let relation = self.pick(&["==", "==", "<=", ">="]);
        match self.rng.bool() || e.contains("()") {
            true => self.line(&format!("assert {e} {relation} {name};")),
            false => self.line(&both(
                &format!("//@ assert {e} {relation} {name};"),
                &format!("assert {e} {relation} {name};"),
            )),
        }
    }

    fn through_link(&mut self) {
        let links = self.links();
        if links.is_empty() {
            return self.write();
        }
        let (text, class) = self.pick(&links);
        let vars = self.vars.len();
        let name = self.local("o", Ty::Ref(class), &text, false);
        let below: Vec<usize> = (0..self.types.len())
            .filter(|d| *d != class && self.is_below(*d, class))
            .collect();
        if !below.is_empty() && self.chance(30) {
            let (sub, cast) = (self.pick(&below), self.fresh("o"));
            self.vars.push(Var {
                text: cast.clone(),
                ty: Ty::Ref(sub),
                is_writable: false,
            });
            self.block(&format!("if ({name} instanceof {} {cast})", self.types[sub].name));
        } else {
            self.block(&format!("if ({name} != null)"));
        }
        self.vars.truncate(vars);
    }

    fn write(&mut self) {
        let mut places: Vec<(String, Ty)> = vec![("A.s".to_string(), Ty::Int)];
        for (owner, class) in self.owners() {
            for field in self.fields(class, self.this) {
                let text = self.member(&owner, class, &field);
                if field.ty == Ty::Array && !(self.raw && owner.is_empty()) {
                    places.push((format!("{text}[0]"), Ty::Int));
                }
                if field.modifiers != "final " {
                    places.extend([(text.clone(), field.ty), (text, field.ty)]);
                }
            }
        }
        for var in &self.vars {
            match var.ty {
                Ty::Array => places.push((format!("{}[0]", var.text), Ty::Int)),
                _ if var.is_writable && !self.is_nested => places.push((var.text.clone(), var.ty)),
                _ => {}
            }
        }
        let (place, ty) = self.pick(&places);
        match (ty, self.rng.u32(..6)) {
            (Ty::Int, 0) => {
                let operator = self.pick(&["++", "--", " += 2"]);
                self.line(&format!("{place}{operator};"));
            }
            (Ty::Int, 1..3) => {
                let value = self.rng.i32(0..4);
                self.line(&format!("{place} = {value};"));
            }
            _ => {
                let value = match ty {
                    Ty::Ref(_) => self.plain_or_null(ty),
                    _ => self.value(ty, 1),
                };
                self.line(&format!("{place} = {value};"));
            }
        }
    }
}
