//! Random expressions, and what they may speak of.

use crate::gen_::{Field, Gen, Kind, Routine, Ty, Var, both};

impl Gen {
    pub fn member(&self, owner: &str, class: usize, field: &Field) -> String {
        let call = if self.types[class].kind == Kind::Record && !owner.is_empty() {
            "()"
        } else {
            ""
        };
        format!("{owner}{}{call}", field.name)
    }

    /// Fields that hold objects or null.
    pub fn links(&self) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        for (owner, class) in self.owners() {
            for field in self.fields(class, self.this).iter().filter(|f| f.is_nullable) {
                if let Ty::Ref(of) = field.ty {
                    found.push((self.member(&owner, class, field), of));
                }
            }
        }
        found
    }

    /// What fields can be read of: a prefix, and the class.
    pub fn owners(&self) -> Vec<(String, usize)> {
        let mut owners: Vec<(String, usize)> = self.this.map(|c| (String::new(), c)).into_iter().collect();
        for var in &self.vars {
            if let Ty::Ref(c) = var.ty {
                owners.push((format!("{}.", var.text), c));
            }
        }
        owners
    }

    /// Static fields of a type.
    pub fn shared(&self, ty: Ty) -> Vec<String> {
        let all = self.types.iter().flat_map(|t| &t.shared);
        all.filter(|s| s.1 == ty).map(|s| s.0.clone()).collect()
    }

    /// Numbers that are read in code.
    pub fn readable(&mut self) -> Vec<String> {
        let mut found: Vec<String> = self.shared(Ty::Int);
        for (owner, class) in self.owners() {
            for field in self.fields(class, self.this).iter().filter(|f| f.ty == Ty::Int) {
                found.push(self.member(&owner, class, field));
            }
        }
        found.extend(self.shared(Ty::Array).into_iter().map(|a| format!("{a}[1]")));
        for var in &self.vars {
            match var.ty {
                Ty::Array => found.push(format!("{}.length", var.text)),
                Ty::Text => found.push(format!("{}.length()", var.text)),
                _ => {}
            }
        }
        found
    }

    pub fn call(&mut self, result: Option<Ty>) -> Option<String> {
        let mut found: Vec<(String, Routine)> = Vec::new();
        let fits = |m: &&Routine| !m.inherits && (result.is_none() || m.result == result);
        for (owner, class) in self.owners() {
            let mut at = Some(class);
            while let Some(c) = at {
                let own = self.types[c].methods.iter().filter(|m| !m.is_static);
                found.extend(own.filter(fits).map(|m| (owner.clone(), m.clone())));
                if let Some(i) = self.types[c].interface {
                    found.extend(
                        self.types[i]
                            .methods
                            .iter()
                            .filter(fits)
                            .map(|m| (owner.clone(), m.clone())),
                    );
                }
                at = self.types[c].parent;
            }
        }
        for class in &self.types {
            let own = class.methods.iter().filter(|m| m.is_static);
            found.extend(own.filter(fits).map(|m| (format!("{}.", class.name), m.clone())));
        }
        if found.is_empty() {
            return None;
        }
        let (owner, method) = self.pick(&found);
        let args: Vec<String> = method.params.iter().map(|(_, ty)| self.plain(*ty)).collect();
        Some(format!("{owner}{}({})", method.name, args.join(", ")))
    }

    pub fn value(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            Ty::Int => self.int(depth),
            Ty::Bool => self.bool(depth),
            Ty::Array | Ty::Text => self.plain(ty),
            Ty::Ref(c) => self.object(c),
        }
    }

    /// An object, often a new one.
    pub fn object(&mut self, class: usize) -> String {
        let percent = if matches!(self.types[class].kind, Kind::Interface | Kind::Function) {
            60
        } else {
            35
        };
        if self.chance(percent) && !self.raw && self.can_make(class) {
            return self.new_object(class);
        }
        self.plain(Ty::Ref(class))
    }

    /// Can an object be made without ends that need each other?
    pub fn can_make(&self, class: usize) -> bool {
        let params = &self.types[class].constructor.params;
        params.iter().all(|p| match p.1 {
            Ty::Ref(c) => {
                c != class
                    && (self.vars.iter().any(|v| v.ty == p.1)
                        || self.types[c]
                            .constructor
                            .params
                            .iter()
                            .all(|q| !matches!(q.1, Ty::Ref(_))))
            }
            _ => true,
        })
    }

    pub fn new_object(&mut self, class: usize) -> String {
        let name = self.types[class].name.clone();
        match self.types[class].kind {
            Kind::Enum => format!("{name}.{}", self.pick(&["RED", "BLUE"])),
            Kind::Interface => self.anonymous(class),
            Kind::Function => self.lambda(),
            kind => {
                let own = self.types[class].constructor.clone();
                let mut args: Vec<String> = own.params.iter().map(|(_, ty)| self.plain(*ty)).collect();
                if kind == Kind::Class {
                    let routine = if own.is_written {
                        format!("{name}.{name}")
                    } else {
                        format!("{name}.<init>")
                    };
                    let comma = if args.is_empty() { "" } else { ", " };
                    let last = args.pop().unwrap_or_default();
                    args.push(last + &both("", &format!("{comma}Monitor.enter(\"{routine}\")")));
                }
                format!("new {name}({})", args.join(", "))
            }
        }
    }

    /// Code inside of code, in which only what is never written is known.
    pub fn nested(&mut self, make: impl FnOnce(&mut Self) -> String) -> String {
        let (vars, may_throw, is_nested) = (self.vars.clone(), self.may_throw, self.is_nested);
        self.vars.retain(|v| !v.is_writable && !v.text.starts_with('i'));
        self.vars.push(Var {
            text: "z".into(),
            ty: Ty::Int,
            is_writable: false,
        });
        (self.may_throw, self.is_nested) = (false, true);
        let made = make(self);
        (self.vars, self.may_throw, self.is_nested) = (vars, may_throw, is_nested);
        made
    }

    pub fn lambda(&mut self) -> String {
        if self.is_nested {
            return "null".into();
        }
        let name = self.fresh("L");
        let value = self.nested(|g| g.int(2));
        both(
            &format!("/*{name}*/ z -> {value}"),
            &format!(
                "z -> {{ Monitor.Frame f$ = Monitor.enter(\"{name}\"); try {{ int r$ = {value}; Monitor.exit(f$); return r$; }} catch (Monitor.Stop e$) {{ throw e$; }} catch (Throwable e$) {{ throw Monitor.fail(f$, e$); }} finally {{ Monitor.leave(f$); }} }}"
            ),
        )
    }

    pub fn anonymous(&mut self, class: usize) -> String {
        if self.is_nested {
            return "null".into();
        }
        let name = self.fresh("L");
        let value = self.nested(|g| g.int(2));
        let (ty, method) = (
            self.types[class].name.clone(),
            self.types[class].methods[0].name.clone(),
        );
        both(
            &format!("/*{name}*/ new {ty}() {{ public int {method}(int z) {{ return {value}; }} }}"),
            &format!(
                "new {ty}() {{ public int {method}(int z) {{ Monitor.Frame f$ = Monitor.enter(\"{name}\"); try {{ Monitor.require(f$, pre${method}(z)); Object[] old$$ = old${method}(z); int r$ = {value}; Monitor.ensure(f$, post${method}(old$$, r$, z), \"postcondition\"); Monitor.exit(f$); return r$; }} catch (Monitor.Stop e$) {{ throw e$; }} catch (Throwable e$) {{ throw Monitor.fail(f$, e$); }} finally {{ Monitor.leave(f$); }} }} }}"
            ),
        )
    }

    pub fn plain_or_null(&mut self, ty: Ty) -> String {
        match self.chance(30) {
            true => "null".into(),
            false => self.plain(ty),
        }
    }

    /// A value without a call, if there is one.
    pub fn plain(&mut self, ty: Ty) -> String {
        let mut found: Vec<String> = self.shared(ty);
        for var in &self.vars {
            let fits = match (var.ty, ty) {
                (Ty::Ref(c), Ty::Ref(above)) => self.is_below(c, above),
                (own, wanted) => own == wanted,
            };
            if fits {
                found.push(var.text.clone());
            }
        }
        match ty {
            Ty::Int => {
                found.push(self.rng.i32(-2..8).to_string());
                found.push(self.rng.i32(0..4).to_string());
                found.extend(self.readable());
            }
            Ty::Bool => found.push(self.rng.bool().to_string()),
            Ty::Text => found.push("\"k\"".into()),
            Ty::Array => {
                found.push(format!("new int[{}]", self.rng.i32(1..4)));
                for (owner, class) in self.owners() {
                    for field in self.fields(class, self.this) {
                        if field.ty == Ty::Array && !(self.raw && owner.is_empty()) {
                            found.push(self.member(&owner, class, &field));
                        }
                    }
                }
            }
            Ty::Ref(class) => {
                // in an anonymous class it is another one
                let is_meant = !self.is_nested || self.types[class].kind == Kind::Class;
                if is_meant && self.this.is_some_and(|t| self.is_below(t, class)) {
                    found.push("this".into());
                }
                if self.types[class].kind == Kind::Enum {
                    found.push(self.new_object(class));
                }
                if found.is_empty() {
                    // without end where constructors need each other
                    let params = &self.types[class].constructor.params;
                    let is_known = params.iter().all(|p| !matches!(p.1, Ty::Ref(_)));
                    return if is_known {
                        self.new_object(class)
                    } else {
                        "null".into()
                    };
                }
            }
        }
        self.pick(&found)
    }

    pub fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(35) {
            return self.plain(Ty::Int);
        }
        match self.rng.u32(..9) {
            0..3 => {
                let operator = self.pick(&["+", "-", "*"]);
                format!("({} {operator} {})", self.int(depth - 1), self.int(depth - 1))
            }
            3 => {
                let operator = self.pick(&["/", "%"]);
                format!("({} {operator} {})", self.int(depth - 1), self.rng.i32(1..4))
            }
            4 => format!(
                "({} ? {} : {})",
                self.bool(depth - 1),
                self.int(depth - 1),
                self.int(depth - 1)
            ),
            5 => {
                let array = self.plain(Ty::Array);
                match array.starts_with("new") {
                    true => "0".into(),
                    false => format!("({array}.length > 0 ? {array}[0] : 0)"),
                }
            }
            6 => {
                let f = self.pick(&["abs", "max", "min"]);
                match f {
                    "abs" => format!("Math.abs({})", self.int(depth - 1)),
                    _ => format!("Math.{f}({}, {})", self.int(depth - 1), self.int(depth - 1)),
                }
            }
            _ => self.call(Some(Ty::Int)).unwrap_or_else(|| "1".into()),
        }
    }

    pub fn bool(&mut self, depth: usize) -> String {
        if depth > 0 && self.chance(25) {
            let operator = self.pick(&["&&", "||"]);
            return format!("({} {operator} {})", self.bool(depth - 1), self.bool(depth - 1));
        }
        let objects: Vec<Var> = self
            .vars
            .iter()
            .filter(|v| matches!(v.ty, Ty::Ref(_)))
            .cloned()
            .collect();
        match self.rng.u32(..8) {
            0 => self.plain(Ty::Bool),
            1 if !objects.is_empty() => {
                let var = self.pick(&objects);
                let Ty::Ref(c) = var.ty else { return "true".into() };
                if self.types[c].kind == Kind::Enum {
                    return format!("{} == {}.RED", var.text, self.types[c].name);
                }
                let below: Vec<usize> = (0..self.types.len()).filter(|d| self.is_below(*d, c)).collect();
                let class = self.pick(&below);
                format!("{} instanceof {}", var.text, self.types[class].name)
            }
            2 if !objects.is_empty() => {
                let (a, b) = (self.pick(&objects), self.pick(&objects));
                let (Ty::Ref(x), Ty::Ref(y)) = (a.ty, b.ty) else {
                    return "true".into();
                };
                match self.is_below(x, y) || self.is_below(y, x) {
                    true => format!("{} == {}", a.text, b.text),
                    false => format!("{} != null", a.text),
                }
            }
            _ => {
                let relation = self.pick(&["<", "<=", "==", "!=", ">", ">="]);
                format!("{} {relation} {}", self.int(depth.min(1)), self.int(0))
            }
        }
    }
}
