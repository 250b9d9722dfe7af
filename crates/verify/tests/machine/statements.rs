//! Random statements in C.

use super::*;

impl Gen<'_> {
    pub(super) fn body(&mut self, count: usize) {
        let kept = (
            self.scalars.len(),
            self.arrays.len(),
            self.points.len(),
            self.ints.len(),
            self.structs.len(),
        );
        self.depth += 1;
        for _ in 0..count {
            self.statement();
        }
        self.depth -= 1;
        self.scalars.truncate(kept.0);
        self.arrays.truncate(kept.1);
        self.points.truncate(kept.2);
        self.ints.truncate(kept.3);
        self.structs.truncate(kept.4);
    }

    pub(super) fn statement(&mut self) {
        let deep = self.depth > 2;
        match self.rng.usize(..30) {
            0..5 => {
                let (place, value) = (self.place(), self.expr(2));
                self.line(&format!("{place} = {value};"));
            }
            5..8 => {
                let op = self.one(&["+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"]);
                let (place, value) = (self.place(), self.tame());
                let value = if op == "<<" || op == ">>" {
                    format!("({value} & 7)")
                } else {
                    value
                };
                self.line(&format!("{place} {op}= {value};"));
            }
            8 | 9 => {
                let place = self.place();
                let step = self.one(&["++", "--"]);
                match self.rng.usize(..3) {
                    0 => self.line(&format!("{step}{place};").replace("++*", "++ *")),
                    1 => self.line(&format!("({place}){step};")),
                    _ => {
                        let name = self.fresh("t");
                        let ty = self.ty();
                        self.line(&format!("{ty} {name} = ({place}){step};"));
                        self.scalars.push(name);
                    }
                }
            }
            10..13 => self.declare(),
            13 | 14 => self.point_to(),
            15 | 16 => {
                let points = self.points.clone();
                let (to, from) = (self.some(&points), self.some(&points));
                match self.rng.usize(..3) {
                    0 => {
                        let by = self.tame();
                        self.line(&format!("{to} = shifted({from}, {by});"));
                    }
                    _ => self.line(&format!("{to} = {from};")),
                }
            }
            17 => {
                let by = self.tame();
                self.line(&format!("bump({by});"));
            }
            18 => {
                let (test, value) = (self.expr(2), self.expr(1));
                self.line(&format!("if ({test}) return {value};"));
            }
            _ if deep => self.line(";"),
            19..22 => {
                let test = self.expr(2);
                self.line(&format!("if ({test}) {{"));
                self.body(2);
                if self.rng.bool() {
                    self.line("} else {");
                    self.body(2);
                }
                self.line("}");
            }
            22..25 => self.repeat(),
            25 | 26 => self.switch(),
            27 => self.jump(),
            28 => {
                let (a, b) = (self.expr(1), self.expr(1));
                let scalars = self.scalars.clone();
                let (x, y) = (self.some(&scalars), self.tame());
                let op = self.one(&["&&", "||"]);
                self.line(&format!("if ({a} {op} ({x} = {y}, {b})) {{"));
                self.body(1);
                self.line("}");
            }
            _ => {
                self.line("{");
                self.body(2);
                self.line("}");
            }
        }
    }

    fn declare(&mut self) {
        match self.rng.usize(..6) {
            0 => {
                let name = self.fresh("a");
                let ty = self.one(&["int", "short", "unsigned char", "long", "unsigned int"]);
                let (x, y) = (self.tame(), self.tame());
                let text = match self.rng.usize(..3) {
                    0 => format!("{ty} {name}[3] = {{ {x}, {y} }};"),
                    1 => format!("{ty} {name}[] = {{ {x}, {y}, 3 }};"),
                    _ => format!("{ty} {name}[3] = {{ [2] = {x}, [0] = {y} }};"),
                };
                self.line(&text);
                self.arrays.push((name, 3));
            }
            1 => {
                let name = self.fresh("p");
                let (x, y) = (self.tame(), self.tame());
                let points = self.points.clone();
                let other = self.some(&points);
                let text = match self.rng.usize(..4) {
                    0 => format!("{{ {x}, {y}, {{ 1, 2 }}, 5 }}"),
                    1 => format!("{{ .t = {{ [1] = {x} }}, .x = {y} }}"),
                    2 => format!("{{ {x}, 2, 3, 4, {y}, 6 }}"),
                    _ => other,
                };
                self.line(&format!("struct point {name} = {text};"));
                self.points.push(name);
            }
            _ => {
                let (name, ty, value) = (self.fresh("v"), self.ty(), self.expr(2));
                self.line(&format!("{ty} {name} = {value};"));
                self.scalars.push(name);
            }
        }
    }

    /// A pointer, or another target for one.
    fn point_to(&mut self) {
        if self.rng.bool() {
            let (text, room) = match (self.pointers, self.rng.usize(..4)) {
                (Pointers::Globals, 0) => ("&gi".to_string(), 1),
                (Pointers::Globals, _) => (self.one(&["ga", "&ga[0]", "ga + 0"]).to_string(), 4),
                (Pointers::Members, 0) => ("&gp.x".to_string(), 1),
                (Pointers::Members, 1) => ("&gr[1].x".to_string(), 1),
                _ => {
                    let name = self.fresh("b");
                    self.line(&format!("int {name}[3] = {{ 4, 5, 6 }};"));
                    self.arrays.push((name.clone(), 3));
                    (name, 3)
                }
            };
            let moved = if room > 1 { self.rng.usize(..room) } else { 0 };
            let text = if moved > 0 { format!("{text} + {moved}") } else { text };
            let name = self.fresh("q");
            self.line(&format!("int *{name} = {text};"));
            self.ints.push((name, room - moved));
            return;
        }
        let target = match self.pointers {
            Pointers::Members => return self.line(";"),
            Pointers::Globals if self.rng.bool() => self.one(&["&gp", "&gr[1]", "gr"]).to_string(),
            _ => {
                let name = self.fresh("o");
                self.line(&format!("struct point {name} = {{ 1, 2, {{ 3 }} }};"));
                self.points.push(name.clone());
                format!("&{name}")
            }
        };
        let name = self.fresh("s");
        self.line(&format!("struct point *{name} = {target};"));
        self.points.push(format!("(*{name})"));
        self.structs.push(name);
    }

    fn repeat(&mut self) {
        let n = self.fresh("n");
        let rounds = self.rng.usize(1..4);
        let test = self.expr(1);
        self.loops += 1;
        match self.rng.usize(..3) {
            0 => {
                self.line(&format!("for (int {n} = 0; {n} < {rounds}; {n}++) {{"));
                self.inside_loop();
                self.line("}");
            }
            1 => {
                self.line(&format!("int {n} = {rounds};"));
                self.line(&format!("while ({n}-- > 0 && {test}) {{"));
                self.inside_loop();
                self.line("}");
            }
            _ => {
                self.line(&format!("int {n} = 0;"));
                self.line("do {");
                self.inside_loop();
                self.line(&format!("}} while (++{n} < {rounds} && {test});"));
            }
        }
        self.loops -= 1;
    }

    fn inside_loop(&mut self) {
        self.body(1);
        if self.rng.bool() {
            let (test, word) = (self.expr(1), self.one(&["break", "continue"]));
            self.line(&format!("  if ({test}) {word};"));
        }
        self.body(1);
    }

    fn switch(&mut self) {
        let subject = self.expr(1);
        let ty = self.one(&["", "(unsigned char)", "(int)", "(unsigned int)", "(long)"]);
        self.line(&format!("switch ({ty}({subject})) {{"));
        let mut labels: Vec<&str> = vec!["0", "1", "-1", "'a'", "GREEN", "3 ... 4", "1 + 6", "255"];
        self.rng.shuffle(&mut labels);
        let count = self.rng.usize(2..5);
        for label in &labels[..count] {
            self.line(&format!("case {label}: {{"));
            self.body(1);
            self.line("}");
            if self.rng.bool() {
                self.line("  break;");
            }
        }
        if self.rng.bool() {
            self.line("default: {");
            self.body(1);
            self.line("}");
        }
        self.line("}");
    }

    fn jump(&mut self) {
        let (n, label) = (self.fresh("n"), self.fresh("label"));
        let test = self.expr(1);
        match self.rng.bool() {
            true => {
                self.line(&format!("int {n} = 0;"));
                self.line(&format!("{label}:;"));
                self.line("{");
                self.body(1);
                self.line("}");
                self.line(&format!("if (++{n} < 3 && {test}) goto {label};"));
            }
            false => {
                self.line(&format!("if ({test}) goto {label};"));
                self.line("{");
                self.body(2);
                self.line("}");
                self.line(&format!("{label}:;"));
            }
        }
    }
}
