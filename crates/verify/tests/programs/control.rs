//! Statements that change the flow of control, and those that are there to be hostile.

use super::body::{Gen, Var};
use super::types::{Num, Ty};

impl Gen<'_> {
    fn inside(&mut self, open: &str, close: &str) {
        self.line(open);
        self.block();
        self.line(close);
    }

    pub fn branch(&mut self) {
        let test = self.test(1);
        self.inside(&format!("if ({test}) {{"), "}");
        if self.rng.bool() {
            self.inside("else {", "}");
        }
    }

    /// A loop of few rounds, with invariants that may be wrong.
    pub fn repeat(&mut self) {
        let (i, n) = (self.fresh("i"), self.rng.usize(1..4));
        let (written, checked) = match self.rng.u32(..10) {
            0..3 => (format!("0 <= {i} <= {n}"), format!("0 <= {i} && {i} <= {n}")),
            3 if self.hostile => (format!("0 <= {i} < {n}"), format!("0 <= {i} && {i} < {n}")),
            4 if self.hostile => {
                let test = format!("{} <= {}", self.place().text, self.rng.i32(0..9));
                (test.clone(), test)
            }
            _ => (String::new(), "1".into()),
        };
        let known = self.vars.len();
        let kind = self.rng.u32(..4);
        let counter = |level| Var {
            text: i.clone(),
            ty: Ty::Num(Num::Int),
            level,
            bound: Some(n),
            is_register: false,
            is_pinned: false,
            is_hidden: true,
        };
        if kind == 0 {
            self.line(format!("int {i} = 0;"));
        }
        if !written.is_empty() {
            self.line(format!("$I{written}$"));
        }
        let close = match kind {
            0 => {
                self.line(format!("while ($C{checked}${i} < {n}) {{"));
                self.line(format!("  {i}++;"));
                "}".to_string()
            }
            _ => {
                self.line(format!("for (int {i} = 0; $C{checked}${i} < {n}; {i}++) {{"));
                "}".to_string()
            }
        };
        // behind its increment the counter of a `while` is no index any more
        if kind != 0 {
            self.vars.push(counter(self.level + 1));
        }
        self.loops += 1;
        if self.chance(30) {
            let (test, leave) = (self.test(0), self.pick(&["break", "continue"]));
            self.line(format!("  if ({test}) {leave};"));
        }
        self.block();
        self.loops -= 1;
        self.line(close);
        self.vars.truncate(known);
    }

    pub fn jump(&mut self) {
        let (label, test) = (self.fresh("l"), self.test(0));
        match self.rng.u32(..4) {
            // forward, over a block
            0 | 1 => {
                self.line(format!("if ({test}) goto {label};"));
                self.inside("{", "}");
                self.line(format!("{label}:;"));
            }
            // into a block, behind the declaration of a variable in memory
            2 => {
                let (z, p, target) = (self.fresh("z"), self.fresh("p"), self.target().text);
                let (first, value) = (self.rng.i32(0..9), self.number(1));
                self.line(format!("if ({test}) goto {label};"));
                self.line("{");
                self.line(format!("  int {z}; int *{p};"));
                self.line(format!("  {z} = {first};"));
                self.line(format!("  {target} = {z};"));
                self.line(format!("{label}:"));
                self.line(format!("  {z} = {value};"));
                self.line(format!("  {p} = &{z};"));
                self.line(format!("  *{p} += 1;"));
                self.line(format!("  {target} = {z};"));
                self.line("}");
            }
            // backward
            _ if self.loops == 0 => {
                let (n, bound) = (self.fresh("n"), self.rng.i32(1..3));
                self.line(format!("int {n} = 0;"));
                self.line(format!("{label}:"));
                self.loops += 2;
                self.inside("{", "}");
                self.loops -= 2;
                self.line(format!("if (++{n} < {bound}) goto {label};"));
            }
            _ => self.branch(),
        }
    }

    pub fn choice(&mut self) {
        let value = self.number(1);
        self.line(format!("switch (({value}) & 3) {{"));
        let mut cases = vec!["case 0:", "case @BLUE - 6 + 1:", "case 2:", "default:"];
        self.rng.shuffle(&mut cases);
        for case in cases.iter().take(self.rng.usize(2..5)) {
            self.inside(&format!("{case} {{"), "}");
            if self.chance(60) {
                self.line("break;");
            }
        }
        self.line("}");
    }

    pub fn through_function_pointer(&mut self) {
        let (f, test, value, target) = (self.fresh("fp"), self.test(0), self.number(1), self.target());
        self.line(format!("int (*{f})(int) = {test} ? @inc : @dec;"));
        self.line(format!("int {f}v = {f}(({value}) & 255);"));
        self.line(format!("{} = {f}v;", target.text));
    }

    /// Structures that point to structures.
    pub fn links(&mut self) {
        let with = |n: &usize| self.records[*n].fields.iter().any(|f| f.name == "next");
        let Some(record) = (0..self.records.len()).find(with) else {
            return self.effects();
        };
        let of = self.records[record].name.clone();
        // only what never dies is pointed to
        let (Some(to), Some(from)) = (self.structure(record, 0), self.structure(record, usize::MAX)) else {
            return;
        };
        let name = self.fresh("n");
        let known = self.vars.len();
        match self.rng.u32(..3) {
            0 => self.line(format!("{from}.next = &{to};")),
            1 => {
                self.line(format!("if ({from}.next) {{"));
                self.line(format!("  struct {of} *{name} = {from}.next;"));
                self.level += 1;
                self.declare(&name, Ty::PtrRec(record));
                if let Some(place) = self.place_in(|v| v.text == name) {
                    let value = self.number(1);
                    self.line(format!("{} = {value};", place.text));
                }
                self.level -= 1;
                self.line("}");
                self.vars.truncate(known);
            }
            _ => {
                self.line(format!("int {name} = 0;"));
                self.line(format!(
                    "for (struct {of} *w{name} = &{from}; w{name} && {name} < 3; w{name} = w{name}->next)"
                ));
                self.line(format!("  {name}++;"));
                self.declare(&name, Ty::Num(Num::Int));
            }
        }
    }

    pub fn arithmetic_of_pointers(&mut self) {
        let arrays = self.vars.iter().filter_map(|v| match &v.ty {
            Ty::Array(of, length) => match **of {
                Ty::Num(num) => Some((v.text.clone(), num, *length)),
                _ => None,
            },
            Ty::Block(num, length) => Some((v.text.clone(), *num, *length)),
            _ => None,
        });
        let mut arrays: Vec<_> = arrays.collect();
        for v in &self.vars {
            if let Ty::Record(n) = v.ty {
                for f in &self.records[n].fields {
                    if let Ty::Array(of, length) = &f.ty
                        && let Ty::Num(num) = **of
                    {
                        arrays.push((format!("{}.{}", v.text, f.name), num, *length));
                    }
                }
            }
        }
        if arrays.is_empty() {
            return self.object_declared();
        }
        let (array, num, length) = arrays.swap_remove(self.rng.usize(..arrays.len()));
        let name = self.fresh("a");
        let (i, j) = (self.rng.usize(..length), self.rng.usize(..length));
        let of = num.name();
        match self.rng.u32(..5) {
            0 => {
                self.line(format!(
                    "long {name} = (&{array}[{i}] - {array}) * 10 + (&{array}[{j}] > {array} + {i});"
                ));
                self.declare(&name, Ty::Num(Num::Long));
            }
            1 => {
                self.line(format!("int {name} = 0;"));
                self.line(format!(
                    "for ({of} *w{name} = {array}; w{name} < {array} + {length}; w{name}++)"
                ));
                self.line(format!("  {name} += *w{name} & 63;"));
                self.declare(&name, Ty::Num(Num::Int));
            }
            2 => {
                self.line(format!("{of} *{name} = {array} + {length};"));
                let last = self.rng.i32(0..9);
                self.line(format!("*--{name} = {last};"));
                if i + 1 < length {
                    self.line(format!("{name} -= {};", length - 1 - i));
                }
                self.line(format!("{name}[0] += 1;"));
            }
            3 => {
                let value = self.number(1);
                self.line(format!("{of} *{name} = &{array}[{i}];"));
                self.line(format!("*({name} + {j} - {i}) = {value};"));
            }
            _ => {
                let (count, byte) = (self.rng.usize(..=length), self.pick(&["0", "0", "-1"]));
                self.line(format!("memset({array}, {byte}, {count} * sizeof({of}));"));
            }
        }
    }

    pub fn characters(&mut self) {
        let name = self.fresh("t");
        let text = self.pick(&["", "a", "abc", "zz", "a\\0b"]);
        let other = self.pick(&["abc", "b", ""]);
        match self.rng.u32(..4) {
            0 => self.line(format!("char {name}[4] = \"{text}\";")),
            1 => {
                self.line(format!("char {name}[4] = {{ 0 }};"));
                self.line(format!("strcpy({name}, \"{text}\");"));
            }
            2 => {
                self.line(format!("char {name}[] = \"{text}xyz\";"));
                self.line(format!("{name}[1] = 0;"));
            }
            _ => self.line(format!("const char *{name} = \"{text}\";")),
        }
        let v = self.fresh("v");
        match self.rng.u32(..4) {
            0 => self.line(format!("int {v} = (int)strlen({name});")),
            1 => self.line(format!("int {v} = strcmp({name}, \"{other}\") == 0;")),
            2 => self.line(format!("int {v} = {name}[0];")),
            _ => self.line(format!("int {v} = strcmp({name}, \"{other}\") < 0;")),
        }
        self.declare(&v, Ty::Num(Num::Int));
    }

    /// Names of a block that hide others.
    pub fn hidden_names(&mut self) {
        let target = self.target().text;
        let value = self.number(1);
        let n = self.rng.i32(1..9);
        match self.rng.u32(..6) {
            0 => self.line(format!(
                "{{ enum {{ @GREEN = {n}, @RED }}; {target} = @GREEN + @RED; }}"
            )),
            1 => self.line(format!("{{ typedef char @num; @num z = ({value}); {target} = z; }}")),
            2 => {
                let record = self.records[self.rng.usize(..self.records.len())].name.clone();
                self.line(format!(
                    "{{ struct {record} {{ char z; short m0; }} z = {{ 1, {n} }}; short *w = &z.m0; *w += 1; @g0 = z.m0 + (int)sizeof(struct {record}); }}"
                ));
            }
            3 => {
                // a variable of a block with the name of another
                let known = self.vars.iter().filter(|v| v.ty == Ty::Num(Num::Int) && v.level > 0);
                let known: Vec<String> = known.filter(|v| v.bound.is_none()).map(|v| v.text.clone()).collect();
                let Some(name) = known.first() else {
                    return self.effects();
                };
                self.line(format!(
                    "{{ int {name} = {n}; int *w = &{name}; *w += 2; @g1 = {name}; }}"
                ));
            }
            4 => self.line(format!("{{ extern int @g1; @g1 = {value}; }}")),
            _ => {
                let z = self.fresh("z");
                self.line(format!(
                    "{{ static int {z} = {n}; static int *w = &{z}; *w += 1; {target} = {z}; }}"
                ));
            }
        }
    }

    /// Effects inside of expressions.
    pub fn effects(&mut self) {
        let (u, v) = (self.fresh("v"), self.fresh("v"));
        let (value, test, n) = (self.number(1), self.test(0), self.rng.i32(-2..5));
        self.line(format!("int {u} = {n}, {v} = (({value}) & 15);"));
        match self.rng.u32(..7) {
            0 => self.line(format!("{v} = ({u}++, {u} * 2);")),
            1 => self.line(format!("if ({test} && ++{u} > 1) {v} += {u};")),
            2 => self.line(format!("{v} = {test} || ({u} = 7) > 3;")),
            3 => self.line(format!("{v} += {u}++ + 1;")),
            4 => self.line(format!("{u} = {v} = {n} + 1;")),
            5 => self.line(format!("{v} = ({test}) ? {u}-- : --{u};")),
            _ => self.line(format!("while ({v}-- > 12) {u}++;")),
        }
        self.declare(&u, Ty::Num(Num::Int));
        self.declare(&v, Ty::Num(Num::Int));
    }

    pub fn ghost(&mut self) {
        if !self.observes {
            return;
        }
        let (name, value) = (self.fresh("gh"), self.place().text);
        self.line(format!("$Gint {name} = {value};$"));
        self.statement();
        self.line(format!("$A{}$", self.seen.len()));
        self.seen.push(name);
    }
}
