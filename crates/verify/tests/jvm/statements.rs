//! Statements; each says whether it can end normally.

use super::*;

impl Gen {
    /// Runs `f`; what it declares is not seen afterwards.
    pub(super) fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let vars = self.vars.len();
        let value = f(self);
        self.vars.truncate(vars);
        value
    }

    /// Some statements, whose variables stay in scope.
    pub(super) fn statements(&mut self) -> bool {
        let mut open = true;
        for _ in 0..self.rng.usize(1..6) {
            if self.fuel == 0 || !open {
                break;
            }
            open = self.statement();
        }
        open
    }

    /// Statements in braces; `head` comes before them.
    pub(super) fn block(&mut self, head: &str) -> bool {
        self.line(format!("{head} {{").trim_start());
        self.indent += 1;
        let open = self.scoped(Self::statements);
        self.indent -= 1;
        self.line("}");
        open
    }

    /// What `f` writes, apart.
    pub(super) fn apart<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (T, String) {
        let before = std::mem::take(&mut self.out);
        let value = f(self);
        (value, std::mem::replace(&mut self.out, before))
    }

    pub(super) fn framed(
        &mut self,
        kind: FrameKind,
        label: Option<String>,
        f: impl FnOnce(&mut Self) -> bool,
    ) -> (bool, Frame) {
        self.frames.push(Frame {
            kind,
            label,
            broken: false,
            continued: false,
        });
        let open = f(self);
        (open, self.frames.pop().expect("the frame just pushed"))
    }

    pub(super) fn statement(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        let kind = self.rng.u32(..100);
        let kind = match (self.focus, self.chance(30)) {
            (0 | 1, true) => 82,
            (2, true) => 76,
            (3, true) => 58,
            (4, true) => 96,
            _ => kind,
        };
        match kind {
            0..18 => self.local(),
            18..46 => {
                let text = self.effect(3);
                self.line(&format!("{text};"));
                true
            }
            46..58 => self.branch(),
            58..70 if self.loops.is_some_and(|n| n < 2) => self.repeat(),
            58..70 => self.branch(),
            70..76 => self.labelled(),
            76..82 => self.switch(),
            82..92 if self.tries => self.attempt(),
            82..92 => self.branch(),
            92..94 => {
                let c = self.value(Bool, 2);
                self.line(&format!("assert {c};"));
                true
            }
            94..96 => self.block(""),
            96..99 => self.jump_if(),
            _ => self.jump(),
        }
    }

    /// A name for a local: a new one, or that of a static field.
    pub(super) fn local_name(&mut self) -> String {
        let hidden = self.pick(&STATICS).0;
        if self.hiding && self.chance(8) && !self.vars.iter().any(|v| v.name == hidden) {
            return hidden.to_string();
        }
        self.fresh("v")
    }

    pub(super) fn bring(&mut self, name: &str, ty: Ty, writable: bool) {
        self.vars.push(Var {
            name: name.to_string(),
            ty,
            writable,
            ready: true,
        });
    }

    pub(super) fn local(&mut self) -> bool {
        let ty = self.pick(&LOCALS);
        let name = self.local_name();
        // in its own initial value the new name already hides the field
        let here = self.vars.len();
        self.bring(&name, ty, true);
        self.vars[here].ready = false;
        match self.rng.u32(..10) {
            0 if ty.element().is_some() => {
                let init = self.initializer(ty);
                self.line(&format!("{} {name} = {init};", ty.java()));
            }
            1 => {
                let (c, a, b) = (self.value(Bool, 2), self.value(ty, 2), self.value(ty, 2));
                self.line(&format!("{} {name};", ty.java()));
                self.line(&format!("if ({c}) {name} = {a}; else {name} = {b};"));
            }
            2 if self.tries => {
                let (a, b) = (self.value(ty, 3), self.value(ty, 1));
                let (exception, e) = (self.pick(&EXCEPTIONS[5..]), self.fresh("e"));
                self.line(&format!("{} {name};", ty.java()));
                self.line(&format!(
                    "try {{ {name} = {a}; }} catch ({exception} {e}) {{ {name} = {b}; }}"
                ));
            }
            3 => {
                // what `var` infers is the exact type
                let init = self.expr(ty, 2);
                let init = format!("({}) {}", ty.java(), self.at(init, UNARY));
                self.line(&format!("var {name} = {init};"));
            }
            4 => {
                let (a, b) = (self.value(ty, 2), self.value(ty, 2));
                let other = self.fresh("v");
                self.line(&format!("{} {name} = {a}, {other} = {b};", ty.java()));
                self.bring(&other, ty, true);
            }
            5 if self.fuel > 0 => {
                let init = self.switch_value(ty, 2);
                self.line(&format!("{} {name} = {};", ty.java(), init.0));
            }
            _ => {
                let init = self.value(ty, 3);
                self.line(&format!("{} {name} = {init};", ty.java()));
            }
        }
        self.vars[here].ready = true;
        true
    }

    pub(super) fn branch(&mut self) -> bool {
        let c = self.value(Bool, 3);
        let yes = self.block(&format!("if ({c})"));
        if self.chance(50) {
            return true;
        }
        let no = self.block("else");
        yes || no
    }

    /// `break`, `continue`, `yield`, `return`, `throw`.
    pub(super) fn jump(&mut self) -> bool {
        let innermost = self.frames.iter().rposition(|f| matches!(f.kind, FrameKind::Yield(_)));
        let reach = innermost.map_or(0, |i| i + 1);
        let targets: Vec<usize> = (reach..self.frames.len())
            .filter(|i| !matches!(self.frames[*i].kind, FrameKind::Finally(_)))
            .collect();
        if !targets.is_empty() && self.chance(65) {
            let at = self.pick(&targets);
            let (kind, label) = (self.frames[at].kind, self.frames[at].label.clone());
            let goes_on = kind == FrameKind::Loop && self.chance(50);
            let plain = |f: &Frame| f.kind == FrameKind::Loop || !goes_on && f.kind == FrameKind::Switch;
            let nearest = self.frames.iter().rposition(plain) == Some(at);
            if let Some(label) = label.clone().or(nearest.then(String::new)) {
                let label = if nearest && self.chance(70) {
                    String::new()
                } else {
                    label
                };
                let arrives = !self.frames[at..].iter().any(|f| f.kind == FrameKind::Finally(false));
                let word = if goes_on { "continue" } else { "break" };
                self.frames[at].continued |= goes_on && arrives;
                self.frames[at].broken |= !goes_on && arrives;
                self.line(&format!(
                    "{}{};",
                    word,
                    if label.is_empty() { label } else { format!(" {label}") }
                ));
                return false;
            }
        }
        if let Some(at) = innermost
            && let FrameKind::Yield(ty) = self.frames[at].kind
            && self.chance(70)
        {
            let value = self.value(ty, 2);
            self.line(&format!("yield {value};"));
        } else if innermost.is_none() && self.chance(70) {
            match self.result {
                Some(ty) => {
                    let value = self.value(ty, 3);
                    self.line(&format!("return {value};"));
                }
                None => self.line("return;"),
            }
        } else if !self.caught.is_empty() && self.chance(60) {
            let at = self.rng.usize(..self.caught.len());
            let name = self.caught[at].clone();
            self.line(&format!("throw {name};"));
        } else {
            let class = self.pick(&EXCEPTIONS[..7]);
            self.line(&format!("throw new {class}();"));
        }
        false
    }

    /// A jump under a condition.
    pub(super) fn jump_if(&mut self) -> bool {
        let c = self.value(Bool, 2);
        let (_, text) = self.apart(|g| g.jump());
        self.line(&format!("if ({c}) {}", text.trim()));
        true
    }

    /// A loop of a few rounds.
    pub(super) fn repeat(&mut self) -> bool {
        let label = self.chance(40).then(|| self.fresh("L"));
        let prefix = label.as_ref().map_or(String::new(), |l| format!("{l}: "));
        let rounds = self.rng.usize(1..5);
        let around = self.loops;
        let vars = self.vars.len();
        let k = self.fresh("k");
        let more = if self.chance(30) {
            let c = self.expr(Bool, 2);
            format!(" && {}", self.at(c, 5))
        } else {
            String::new()
        };
        let kind = self.rng.u32(..10);
        let mut end = String::new();
        let endless = kind == 6;
        let head = match kind {
            0..3 => {
                let init = if self.chance(20) {
                    let (v, init) = (self.fresh("v"), self.value(Int, 1));
                    self.bring(&v, Int, true);
                    format!(", {v} = {init}")
                } else {
                    String::new()
                };
                let update = if self.chance(30) {
                    format!(", {}", self.effect(1))
                } else {
                    String::new()
                };
                self.bring(&k, Int, false);
                let step = self.pick(&["k++", "++k", "k += 1", "k = k + 1"]).replace('k', &k);
                format!("for (int {k} = 0{init}; {k} < {rounds}{more}; {step}{update})")
            }
            3 | 4 => {
                self.line(&format!("int {k} = 0;"));
                self.bring(&k, Int, false);
                format!("while ({k}++ < {rounds}{more})")
            }
            5 => {
                self.line(&format!("byte {k} = {rounds};"));
                self.bring(&k, Byte, false);
                end = format!("while (--{k} > 0{more});");
                "do".to_string()
            }
            6 => {
                self.line(&format!("int {k} = 0;"));
                self.bring(&k, Int, false);
                self.pick(&["for (;;)", "while (true)"]).to_string()
            }
            _ => {
                let (array, v) = (
                    self.pick(&[Ints, Ints, Longs, Bytes, Chars, Bools, Grid]),
                    self.fresh("v"),
                );
                let element = array.element().expect("an array");
                let over = self.value_of(array, 2);
                let ty = match element {
                    Byte | Short | Char if self.chance(40) => self.pick(&[Int, Long]),
                    Int if self.chance(20) => Long,
                    _ => element,
                };
                self.bring(&v, ty, true);
                format!("for ({} {v} : {over})", ty.java())
            }
        };
        self.loops = around.map(|n| n + 1);
        let (open, frame) = self.framed(FrameKind::Loop, label, |g| {
            g.line(&format!("{prefix}{head} {{"));
            g.indent += 1;
            if endless {
                g.line(&format!("if ({k}++ >= {rounds}) break;"));
                g.frames.last_mut().expect("the loop's frame").broken = true;
            }
            let open = g.statements();
            g.indent -= 1;
            g.line(format!("}} {end}").trim_end());
            open
        });
        self.loops = around;
        self.vars.truncate(vars);
        match kind {
            // the condition is reached from the end of the body or by `continue`
            5 => open || frame.continued || frame.broken,
            _ => true,
        }
    }

    /// A labelled statement that is no loop.
    pub(super) fn labelled(&mut self) -> bool {
        let label = self.fresh("L");
        let (open, frame) = self.framed(FrameKind::Labelled, Some(label.clone()), |g| {
            let before = g.out.len();
            let open = match g.rng.u32(..6) {
                0 => g.branch(),
                1 if g.tries => g.attempt(),
                2 => g.switch(),
                _ => g.block(""),
            };
            // the label goes in front of the statement
            let indent = g.indent * 4;
            g.out.insert_str(before + indent, &format!("{label}: "));
            open
        });
        open || frame.broken
    }

    pub(super) fn case_values(&mut self, ty: Ty) -> Vec<String> {
        let mut all: Vec<i64> = vec![-1, 0, 1, 2, 3, 4, 100, -128];
        if ty == Char {
            all = vec![0, 1, 2, 3, 97, 127];
        }
        self.rng.shuffle(&mut all);
        let chars = |v: &i64| {
            if ty == Char && *v == 97 {
                "'a'".to_string()
            } else {
                v.to_string()
            }
        };
        all.truncate(self.rng.usize(1..5));
        all.iter().map(chars).collect()
    }

    pub(super) fn subject(&mut self) -> (Ty, String) {
        let ty = self.pick(&[Int, Int, Byte, Short, Char]);
        let subject = match ty {
            Int if self.chance(50) => {
                let e = self.expr(Int, 2);
                format!("{} & 3", self.at(e, 8))
            }
            // an operand may be narrower
            Int => {
                let e = self.expr(Int, 2);
                format!("(int) {}", self.at(e, UNARY))
            }
            _ => self.value_of(ty, 2),
        };
        (ty, subject)
    }

    pub(super) fn switch(&mut self) -> bool {
        let (ty, subject) = self.subject();
        let values = self.case_values(ty);
        let arrow = self.chance(50);
        let default = self.chance(60).then(|| self.rng.usize(..=values.len()));
        self.line(&format!("switch ({subject}) {{"));
        // what an old case declares is in scope of the following ones
        let hiding = self.hiding;
        self.hiding &= arrow;
        let (open, frame) = self.framed(FrameKind::Switch, None, |g| {
            let mut heads: Vec<String> = values.iter().map(|v| format!("case {v}")).collect();
            if let Some(at) = default {
                heads.insert(at, "default".to_string());
            }
            g.indent += 1;
            let open = if arrow { g.rules(&heads) } else { g.groups(&heads) };
            g.indent -= 1;
            open
        });
        self.hiding = hiding;
        self.line("}");
        open || default.is_none() || frame.broken
    }

    /// The cases of a switch with arrows. Can one of them end normally?
    pub(super) fn rules(&mut self, heads: &[String]) -> bool {
        let mut open = false;
        for head in heads {
            if self.chance(30) {
                let effect = self.effect(2);
                self.line(&format!("{head} -> {effect};"));
                open = true;
            } else {
                open |= self.block(&format!("{head} ->"));
            }
        }
        open
    }

    /// The cases of an old switch, which may fall through. Can the last one end normally?
    pub(super) fn groups(&mut self, heads: &[String]) -> bool {
        let mut last = true;
        for head in heads {
            self.line(&format!("{head}:"));
            last = true;
            if self.chance(20) {
                continue;
            }
            self.indent += 1;
            last = self.scoped(Self::statements);
            if last && self.chance(50) {
                self.line("break;");
                self.frames.last_mut().expect("the switch's frame").broken = true;
                last = false;
            }
            self.indent -= 1;
        }
        last
    }

    /// `try` with clauses and `finally`.
    pub(super) fn attempt(&mut self) -> bool {
        let clauses = self.rng.usize(..3);
        let finally = clauses == 0 || self.chance(45);
        let (ends, last) = if finally {
            self.apart(|g| g.jumpy("finally", 25))
        } else {
            (true, String::new())
        };
        let (open, _) = self.framed(FrameKind::Finally(ends), None, |g| {
            let mut open = g.jumpy("try", 30);
            let mut at = 0;
            for _ in 0..clauses {
                at = g.rng.usize(at..EXCEPTIONS.len());
                let mut types = EXCEPTIONS[at].to_string();
                if at + 1 < UNRELATED && g.chance(20) {
                    at += 1;
                    types = format!("{types} | {}", EXCEPTIONS[at]);
                }
                at += 1;
                let e = g.fresh("e");
                g.caught.push(e.clone());
                open |= g.jumpy(&format!("catch ({types} {e})"), 10);
                g.caught.pop();
                if at == EXCEPTIONS.len() {
                    break;
                }
            }
            open
        });
        self.out += &last;
        open && ends
    }

    /// A block that ends in a jump with that probability.
    pub(super) fn jumpy(&mut self, head: &str, percent: u32) -> bool {
        self.line(&format!("{head} {{"));
        self.indent += 1;
        let open = self.scoped(|g| {
            let open = g.statements();
            if !open || !g.chance(percent) {
                return open;
            }
            if g.chance(50) { g.jump_if() } else { g.jump() }
        });
        self.indent -= 1;
        self.line("}");
        open
    }
}
