//! Random contracts and invariants, and methods as people write them.

use crate::gen_::{Contract, Field, Gen, Kind, Param, Routine, Ty, both, side};

impl Gen {
    pub fn invariants(&mut self, t: usize) {
        let kind = self.types[t].kind;
        let most = if kind == Kind::Class { 3 } else { 2 };
        for _ in 0..self.rng.usize(0..most) {
            let fields = self.fields(t, Some(t));
            if fields.is_empty() {
                return;
            }
            let field = self.pick(&fields);
            let n = field.name.clone();
            let numbers: Vec<Field> = fields.iter().filter(|f| f.ty == Ty::Int).cloned().collect();
            let formula = match field.ty {
                Ty::Int => match self.rng.u32(..5) {
                    0 | 1 => format!("{n} >= 0"),
                    2 => format!("{n} <= {}", self.pick(&numbers).name),
                    3 => format!("{n} != {}", self.rng.i32(5..9)),
                    _ => format!("{n} == {}", self.pick(&numbers).name),
                },
                Ty::Array => match self.rng.u32(..4) {
                    0 => format!("{n}.length > 0"),
                    1 => format!("{n}.length > 0 && {n}[0] >= 0"),
                    2 => format!("{n}.length > {}", self.pick(&numbers).name),
                    _ => self.all(&n, ">= 0"),
                },
                Ty::Ref(of) => {
                    let theirs = self.fields(of, Some(t)).into_iter().filter(|f| f.ty == Ty::Int);
                    let theirs: Vec<Field> = theirs.collect();
                    let is_record = self.types[of].kind == Kind::Record;
                    let related = self.is_below(of, t) || self.is_below(t, of);
                    match theirs.is_empty() || is_record || self.chance(35) {
                        true if !related => continue,
                        true => format!("{n} != this"),
                        false => {
                            let x = self.pick(&theirs).name;
                            let bound = if self.chance(50) {
                                "0".into()
                            } else {
                                self.pick(&numbers).name
                            };
                            format!("{n} == null || {n}.{x} >= {bound}")
                        }
                    }
                }
                Ty::Text => format!("{n}.length() > 0"),
                Ty::Bool => continue,
            };
            self.types[t].invariants.push(formula);
        }
    }

    /// All elements of an array are as said.
    pub fn all(&mut self, array: &str, what: &str) -> String {
        both(
            &format!("(\\forall int i; 0 <= i && i < {array}.length; {array}[i] {what})"),
            &format!("java.util.Arrays.stream({array}).allMatch(v -> v {what})"),
        )
    }

    /// The methods of a type with their contracts.
    pub fn promises(&mut self, t: usize) {
        let lower = self.types[t].name.to_lowercase();
        match self.types[t].kind {
            Kind::Interface | Kind::Function => {
                let mut method = Routine::new(format!("m{lower}"), vec![("p0".into(), Ty::Int)], Some(Ty::Int));
                if self.types[t].kind == Kind::Interface {
                    let mut contract = self.contract(None, &method);
                    (contract.signals, contract.assignable) = (None, None);
                    method.contract = Some(contract);
                }
                self.types[t].methods.push(method);
            }
            kind => {
                if kind == Kind::Class {
                    for _ in 0..self.rng.usize(0..3) {
                        let idiom = self.idiom(t);
                        let mut above = std::iter::successors(Some(t), |c| self.types[*c].parent);
                        let mut known =
                            |m: &Routine| above.any(|c| self.types[c].methods.iter().any(|o| o.name == m.name));
                        if let Some(method) = idiom.filter(|m| !known(m)) {
                            self.types[t].methods.push(method);
                        }
                    }
                }
                for m in 0..self.rng.usize(1..3) {
                    let result = self.pick(&[
                        None,
                        None,
                        Some(Ty::Int),
                        Some(Ty::Int),
                        Some(Ty::Bool),
                        Some(Ty::Ref(t)),
                    ]);
                    let params = self.params(2);
                    let mut method = Routine::new(format!("m{lower}{m}"), params, result);
                    method.is_static = kind == Kind::Class && self.chance(15);
                    method.is_pure = result == Some(Ty::Int) && !method.is_static && self.chance(15);
                    if self.chance(60) {
                        let this = (!method.is_static).then_some(t);
                        method.contract = Some(self.contract(this, &method));
                    }
                    self.types[t].methods.push(method);
                }
            }
        }
        if self.types[t].kind == Kind::Class && self.types[t].constructor.is_written && self.chance(50) {
            let own = self.types[t].constructor.clone();
            let mut contract = self.contract(Some(t), &own);
            (contract.assignable, contract.signals) = (None, None);
            // a constructor has no old state of its object
            let mine: Vec<String> = self.fields(t, Some(t)).iter().map(|f| f.name.clone()).collect();
            let is_of_this = |f: &str| {
                let words = f.split(|c: char| !c.is_alphanumeric() && c != '.');
                words
                    .into_iter()
                    .any(|w| w == "this" || w.starts_with("get") || mine.iter().any(|m| w.split('.').next() == Some(m)))
            };
            contract.requires.retain(|r| !is_of_this(&side(r, false)));
            if contract.olds.iter().any(|o| is_of_this(o)) {
                contract.ensures.retain(|e| !e.contains("old"));
                contract.olds.clear();
            }
            self.types[t].constructor.contract = Some(contract);
        }
        if self.types[t].kind == Kind::Enum && self.chance(50) {
            let contract = Contract {
                requires: vec!["p0 >= 0".into()],
                ..Contract::default()
            };
            self.types[t].constructor.contract = Some(contract);
        }
        if self.types[t].kind == Kind::Record && self.chance(30) {
            let contract = Contract {
                requires: vec!["xr >= 0".into()],
                ..Contract::default()
            };
            self.types[t].constructor.contract = Some(contract);
        }
    }

    /// A method as people write them, with a contract that is true, or nearly so.
    pub fn idiom(&mut self, t: usize) -> Option<Routine> {
        let fields = self.fields(t, Some(t));
        let numbers: Vec<Field> = fields.iter().filter(|f| f.ty == Ty::Int).cloned().collect();
        let x = self.pick(&numbers).name;
        let is_final = numbers.iter().any(|f| f.name == x && f.modifiers == "final ");
        let array = fields.iter().find(|f| f.ty == Ty::Array).map(|f| f.name.clone());
        let link = fields.iter().find(|f| f.is_nullable).cloned();
        let number = |n: usize| (0..n).map(|i| (format!("p{i}"), Ty::Int)).collect::<Vec<Param>>();
        let mut contract = Contract::default();
        let own = |place: &str| (place.to_string(), format!("Monitor.field(this, \"{place}\")"));
        let old = |n: usize, e: &str| both(&format!("\\old({e})"), &format!("((int) old[{n}])"));
        let result = both("\\result", "result");
        let mut method = match self.rng.u32(..9) {
            0 | 1 => {
                let mut m = Routine::new(format!("get{x}"), Vec::new(), Some(Ty::Int));
                m.is_pure = true;
                m.body = format!("    return {x};\n");
                contract.ensures.push(format!("{result} == {x}"));
                if self.chance(40) {
                    return Some(m);
                }
                m
            }
            _ if is_final => return None,
            2 => {
                let mut m = Routine::new(format!("set{x}"), number(1), None);
                m.body = format!("    {x} = p0;\n");
                if self.chance(70) {
                    contract.requires.push("p0 >= 0".into());
                }
                contract.ensures.push(format!("{x} == p0"));
                contract.assignable = Some(vec![own(&x)]);
                m
            }
            3 => {
                let mut m = Routine::new(format!("inc{x}"), Vec::new(), None);
                m.body = format!("    {x}++;\n");
                if self.chance(75) {
                    contract.requires.push(format!("{x} < 100"));
                }
                contract
                    .ensures
                    .push(format!("{x} == {} + {}", old(0, &x), both("1", "1L")));
                contract.olds.push(x.clone());
                contract.assignable = Some(vec![own(&x)]);
                m
            }
            4 => {
                let a = array?;
                let mut m = Routine::new(format!("fill{a}"), number(1), None);
                m.body = format!("    for (int i = 0; i < {a}.length; i++) {{\n      {a}[i] = p0;\n    }}\n");
                if self.chance(60) {
                    contract.requires.push("p0 >= 0".into());
                }
                contract.ensures.push(self.all(&a, "== p0"));
                contract.assignable = Some(vec![(format!("{a}[*]"), format!("Monitor.elements({a})"))]);
                m
            }
            5 => {
                let link = link?;
                let n = link.name;
                let mut m = Routine::new(format!("link{n}"), vec![("p0".into(), link.ty)], None);
                m.body = format!("    {n} = p0;\n");
                contract.ensures.push(format!("{n} == p0"));
                contract.assignable = Some(vec![own(&n)]);
                m
            }
            6 => {
                let mut m = Routine::new(format!("swap{x}"), vec![("p0".into(), Ty::Ref(t))], None);
                if numbers.iter().any(|f| f.name == x) && !self.seen_numbers(t).contains(&x) {
                    return None;
                }
                m.body = format!("    int t = {x};\n    {x} = p0.{x};\n    p0.{x} = t;\n");
                contract.ensures.push(format!("{x} == {}", old(0, &format!("p0.{x}"))));
                contract.ensures.push(format!("p0.{x} == {}", old(1, &x)));
                contract.olds = vec![format!("p0.{x}"), x.clone()];
                let theirs = (format!("p0.{x}"), format!("Monitor.field(p0, \"{x}\")"));
                contract.assignable = Some(vec![own(&x), theirs]);
                m
            }
            7 => {
                let params = vec![("p0".into(), Ty::Array), ("p1".into(), Ty::Array)];
                let mut m = Routine::new("copy".to_string() + &self.types[t].name, params, None);
                m.body = "    p0[0] = p1[0] + 1;\n".into();
                contract.requires = vec!["p0.length > 0 && p1.length > 0".into()];
                if self.chance(50) {
                    contract.requires.push("p0 != p1 && p1[0] < 100".into());
                }
                contract.ensures.push(format!("p1[0] == {}", old(0, "p1[0]")));
                contract.ensures.push(format!("p0[0] == p1[0] + {}", both("1", "1L")));
                contract.olds = vec!["p1[0]".into()];
                contract.assignable = Some(vec![("p0[*]".into(), "Monitor.elements(p0)".into())]);
                m
            }
            _ => {
                let mut m = Routine::new(format!("sum{x}"), vec![("p0".into(), Ty::Array)], Some(Ty::Int));
                m.body = format!(
                    "    int n = 0;\n    for (int e : p0) {{\n      if (e > {x}) {{\n        n++;\n      }}\n    }}\n    return n;\n"
                );
                contract.ensures.push(format!("{result} >= 0 && {result} <= p0.length"));
                contract.assignable = Some(Vec::new());
                m
            }
        };
        // and now and then something is missing
        match self.rng.u32(..12) {
            0 => contract.assignable = Some(Vec::new()),
            1 => contract.requires.clear(),
            2 => contract.assignable = None,
            3 if !method.is_pure => method.body = method.body.replace("p0", "(p0)").replace("++;", "--;"),
            _ => {}
        }
        method.contract = Some(contract);
        Some(method)
    }

    pub fn contract(&mut self, this: Option<usize>, routine: &Routine) -> Contract {
        self.begin(this, &routine.params, routine.result, 0);
        self.olds.clear();
        let mut contract = Contract::default();
        for _ in 0..self.rng.usize(0..3) {
            let requires = self.precondition(&routine.params);
            contract.requires.extend(requires);
        }
        for _ in 0..self.rng.usize(0..3) {
            let formula = self.postcondition(routine);
            contract.ensures.push(formula);
        }
        if let (Some(class), true) = (this, self.chance(35)) {
            let mut chosen = Vec::new();
            let owners = self.owners();
            for (owner, of) in owners {
                if of != class && self.types[of].kind != Kind::Class {
                    continue;
                }
                let object = owner.strip_suffix('.').unwrap_or("this").to_string();
                for field in self.fields(of, this).iter().filter(|f| f.modifiers != "final ") {
                    if self.chance(if owner.is_empty() { 40 } else { 15 }) {
                        let name = &field.name;
                        chosen.push(match (field.ty, self.chance(50)) {
                            (Ty::Array, true) => {
                                (format!("{owner}{name}[*]"), format!("Monitor.elements({owner}{name})"))
                            }
                            _ => (format!("{owner}{name}"), format!("Monitor.field({object}, \"{name}\")")),
                        });
                    }
                }
            }
            if self.chance(25) {
                chosen.push(("A.s".into(), "Monitor.field(null, \"A.s\")".into()));
            }
            contract.assignable = Some(chosen);
        }
        if routine.is_pure {
            contract.assignable = None;
        }
        let number = routine.params.iter().find(|p| p.1 == Ty::Int);
        if let (Some((p, _)), true, false) = (number, self.chance(15), routine.is_pure) {
            contract.signals = Some(format!("{p} < {}", self.rng.i32(0..3)));
        }
        contract.olds = std::mem::take(&mut self.olds);
        contract
    }

    pub fn precondition(&mut self, params: &[Param]) -> Option<String> {
        if params.is_empty() {
            return None;
        }
        let (p, ty) = self.pick(params);
        Some(match ty {
            Ty::Int => match self.rng.u32(..4) {
                0 | 1 => format!("{p} >= 0"),
                2 => format!("0 <= {p} && {p} < {}", self.rng.i32(1..4)),
                _ => format!("{p} != {}", self.rng.i32(-1..3)),
            },
            Ty::Bool => p,
            Ty::Array => match self.chance(60) {
                true => format!("{p}.length > {}", self.rng.i32(0..3)),
                false => self.all(&p, ">= 0"),
            },
            Ty::Text => format!("{p}.length() > 0"),
            Ty::Ref(c) => {
                let numbers = self.seen_numbers(c);
                match self.this {
                    Some(this) if self.is_below(this, c) && self.rng.bool() => format!("{p} != this"),
                    _ if numbers.is_empty() || self.types[c].kind == Kind::Record => return None,
                    _ => format!("{p}.{} >= {}", self.pick(&numbers), self.rng.i32(0..2)),
                }
            }
        })
    }

    pub fn seen_numbers(&self, class: usize) -> Vec<String> {
        let fields = self.fields(class, self.this);
        fields.into_iter().filter(|f| f.ty == Ty::Int).map(|f| f.name).collect()
    }

    /// Numbers that formulas read, defined wherever the parameters are in order.
    pub fn terms(&mut self) -> Vec<String> {
        let mut found: Vec<String> = self.shared(Ty::Int);
        if let Some(this) = self.this {
            found.extend(self.seen_numbers(this));
            if !self.raw {
                let pure = self.types[this].methods.iter().filter(|m| m.name.starts_with("get"));
                found.extend(pure.map(|m| format!("{}()", m.name)));
            }
        }
        for var in self.vars.clone() {
            match var.ty {
                Ty::Ref(c) if self.types[c].kind != Kind::Record => {
                    found.extend(self.seen_numbers(c).iter().map(|f| format!("{}.{f}", var.text)));
                }
                Ty::Array => found.push(format!("{}.length", var.text)),
                Ty::Int => found.push(var.text.clone()),
                _ => {}
            }
        }
        found
    }

    pub fn old(&mut self, expression: &str, cast: &str) -> String {
        self.olds.push(expression.to_string());
        let number = self.olds.len() - 1;
        both(&format!("\\old({expression})"), &format!("(({cast}) old[{number}])"))
    }

    pub fn postcondition(&mut self, routine: &Routine) -> String {
        let terms = self.terms();
        let e = self.pick(&terms);
        let result = both("\\result", "result");
        let arrays: Vec<String> = routine
            .params
            .iter()
            .filter(|p| p.1 == Ty::Array)
            .map(|p| p.0.clone())
            .collect();
        match self.rng.u32(..9) {
            0 if routine.result == Some(Ty::Int) => format!("{result} == {e}"),
            1 if routine.result == Some(Ty::Int) => format!("{result} >= 0"),
            2 if routine.result == Some(Ty::Int) => format!("{result} <= {e} + {}", both("1", "1L")),
            0..3 if routine.result == Some(Ty::Bool) => {
                both(&format!("\\result ==> {e} >= 0"), &format!("!result || {e} >= 0"))
            }
            3 => format!("{e} >= 0"),
            4 if !arrays.is_empty() => {
                let a = self.pick(&arrays);
                let old = self.old(&format!("{a}.clone()"), "int[]");
                both(
                    &format!("(\\forall int i; 0 <= i && i < {a}.length; {a}[i] == \\old({a}[i]))"),
                    &format!("java.util.Arrays.equals({a}, {old})"),
                )
            }
            5 => {
                let other = self.pick(&terms);
                let (a, b) = (self.old(&e, "int"), self.rng.i32(0..3));
                both(
                    &format!("{a} > {b} ==> {other} >= {b}"),
                    &format!("!({a} > {b}) || {other} >= {b}"),
                )
            }
            6 => {
                let old = self.old(&e, "int");
                format!("{e} <= {old} + {}", both("1", "1L"))
            }
            _ => {
                let old = self.old(&e, "int");
                let relation = self.pick(&["==", "==", "==", ">=", "<="]);
                format!("{e} {relation} {old}")
            }
        }
    }
}
