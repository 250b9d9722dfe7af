//! Random programs of several classes: what there is. What it promises is in `promise.rs`, the code of the bodies in
//! `code.rs`, the two texts of a program in `text.rs`.

use fastrand::Rng;

/// What variables hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    Int,
    Bool,
    Array,
    Text,
    /// An object of a type, by its number.
    Ref(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Class,
    /// Of one method with a contract.
    Interface,
    /// Of one method without a contract, for lambdas.
    Function,
    Enum,
    Record,
}

pub type Param = (String, Ty);

/// What a routine promises. Formulas are texts of two sides, see [`both`].
#[derive(Clone, Default)]
pub struct Contract {
    pub requires: Vec<String>,
    pub ensures: Vec<String>,
    /// What `\old` is applied to, in the order of the indices in the Java texts.
    pub olds: Vec<String>,
    /// What may be written, if not everything: a place in JML, and in Java the key that the monitor has for it.
    pub assignable: Option<Vec<(String, String)>>,
    /// When an `IllegalArgumentException` may come out.
    pub signals: Option<String>,
}

/// A method or constructor.
#[derive(Clone)]
pub struct Routine {
    pub name: String,
    pub params: Vec<Param>,
    pub result: Option<Ty>,
    pub contract: Option<Contract>,
    /// The arguments of `super(…)`.
    pub above: Option<String>,
    pub body: String,
    pub is_static: bool,
    pub is_pure: bool,
    /// Does it have the contract of the method it overrides?
    pub inherits: bool,
    /// Does it stand in the source?
    pub is_written: bool,
}

#[derive(Clone)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
    pub init: Option<String>,
    pub modifiers: &'static str,
    pub is_nullable: bool,
}

pub struct Type {
    pub name: String,
    pub kind: Kind,
    pub parent: Option<usize>,
    pub interface: Option<usize>,
    pub fields: Vec<Field>,
    /// Static fields and blocks, as lines.
    pub statics: Vec<String>,
    /// Static fields that others read: the text and the type.
    pub shared: Vec<(String, Ty)>,
    pub invariants: Vec<String>,
    pub constructor: Routine,
    pub methods: Vec<Routine>,
    /// The constants of an enum: the argument, and the method it has of its own.
    pub constants: Vec<(String, String, Option<Routine>)>,
    /// The body of `toString`.
    pub prints: Option<String>,
}

pub struct Program {
    pub types: Vec<Type>,
}

/// A text with a side for JML and a side for Java.
pub fn both(jml: &str, java: &str) -> String {
    format!("\u{1}{}\u{2}{}\u{3}", side(jml, false), side(java, true))
}

/// One side of a text.
pub fn side(text: &str, is_java: bool) -> String {
    let (mut out, mut at) = (String::new(), None);
    for c in text.chars() {
        match c {
            '\u{1}' => at = Some(false),
            '\u{2}' => at = Some(true),
            '\u{3}' => at = None,
            _ if at.is_none_or(|side| side == is_java) => out.push(c),
            _ => {}
        }
    }
    out
}

/// A variable in scope.
#[derive(Clone)]
pub struct Var {
    pub text: String,
    pub ty: Ty,
    pub is_writable: bool,
}

pub struct Gen {
    pub rng: Rng,
    pub types: Vec<Type>,
    pub vars: Vec<Var>,
    /// The class of `this`; none in static methods.
    pub this: Option<usize>,
    /// Is `this` under construction?
    pub raw: bool,
    pub out: String,
    pub indent: usize,
    pub names: usize,
    pub result: Option<Ty>,
    pub olds: Vec<String>,
    pub fuel: usize,
    pub may_throw: bool,
    /// Is code of a lambda being made? It takes nothing from around it but what is never written.
    pub is_nested: bool,
}

impl Ty {
    pub fn text(self, types: &[Type]) -> String {
        match self {
            Ty::Int => "int".into(),
            Ty::Bool => "boolean".into(),
            Ty::Array => "int[]".into(),
            Ty::Text => "String".into(),
            Ty::Ref(c) => types[c].name.clone(),
        }
    }

    pub fn is_object(self) -> bool {
        !matches!(self, Ty::Int | Ty::Bool)
    }
}

impl Routine {
    pub fn new(name: String, params: Vec<Param>, result: Option<Ty>) -> Routine {
        Routine {
            name,
            params,
            result,
            contract: None,
            above: None,
            body: String::new(),
            is_static: false,
            is_pure: false,
            inherits: false,
            is_written: true,
        }
    }
}

impl Program {
    /// The program of a number.
    pub fn generate(seed: u64, number: usize) -> Program {
        let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number as u64);
        let mut g = Gen {
            rng: Rng::with_seed(seed),
            types: Vec::new(),
            vars: Vec::new(),
            this: None,
            raw: false,
            out: String::new(),
            indent: 2,
            names: 0,
            result: None,
            olds: Vec::new(),
            fuel: 0,
            may_throw: false,
            is_nested: false,
        };
        g.declare();
        for t in 0..g.types.len() {
            g.invariants(t);
        }
        for t in 0..g.types.len() {
            g.promises(t);
        }
        for t in 0..g.types.len() {
            g.overrides(t);
        }
        for t in 0..g.types.len() {
            g.members(t);
        }
        Program { types: g.types }
    }
}

impl Gen {
    pub fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(..100) < percent
    }

    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.rng.usize(..of.len())].clone()
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// The types with their fields.
    fn declare(&mut self) {
        let mut shapes = vec![("A", Kind::Class), ("B", Kind::Class)];
        for (name, kind, percent) in [
            ("C", Kind::Class, 40),
            ("I", Kind::Interface, 45),
            ("J", Kind::Function, 35),
            ("E", Kind::Enum, 35),
            ("R", Kind::Record, 35),
        ] {
            if self.chance(percent) {
                shapes.push((name, kind));
            }
        }
        let classes: Vec<usize> = (0..shapes.len()).filter(|t| shapes[*t].1 == Kind::Class).collect();
        let interface = shapes.iter().position(|s| s.1 == Kind::Interface);
        for (t, (name, kind)) in shapes.iter().enumerate() {
            let lower = name.to_lowercase();
            let mut made = Type {
                name: name.to_string(),
                kind: *kind,
                parent: (*kind == Kind::Class && t > 0 && self.chance(60)).then(|| self.rng.usize(..t)),
                interface: interface.filter(|_| *kind == Kind::Class && self.chance(40)),
                fields: Vec::new(),
                statics: Vec::new(),
                shared: Vec::new(),
                invariants: Vec::new(),
                constructor: Routine::new(name.to_string(), Vec::new(), None),
                methods: Vec::new(),
                constants: Vec::new(),
                prints: None,
            };
            let own = |base: &str| format!("{base}{lower}");
            let field = |base: &str, ty: Ty, init: Option<String>, modifiers: &'static str| Field {
                name: own(base),
                ty,
                init,
                modifiers,
                is_nullable: false,
            };
            match kind {
                Kind::Class => {
                    let init = self.chance(30).then(|| self.rng.i32(0..4).to_string());
                    let private = if self.chance(25) { "private " } else { "" };
                    made.fields.push(field("x", Ty::Int, init, private));
                    if self.chance(50) {
                        made.fields.push(field("y", Ty::Int, None, ""));
                    }
                    if self.chance(55) {
                        let of = match self.chance(75) {
                            true => self.pick(&classes),
                            false => self.rng.usize(..shapes.len()),
                        };
                        let mut link = field("n", Ty::Ref(of), None, "");
                        link.is_nullable = true;
                        made.fields.push(link);
                    }
                    if self.chance(45) {
                        let private = if self.chance(40) { "private " } else { "" };
                        let init = self.chance(50).then(|| format!("new int[{}]", self.rng.i32(1..4)));
                        made.fields.push(field("a", Ty::Array, init, private));
                    }
                    if self.chance(20) {
                        let value = self.rng.i32(-2..5).to_string();
                        made.fields.push(field("k", Ty::Int, Some(value), "final "));
                    }
                    if self.chance(15) {
                        made.fields.push(field("t", Ty::Text, Some("\"q\"".into()), ""));
                    }
                }
                Kind::Enum => {
                    made.fields.push(field("v", Ty::Int, None, "final "));
                    if self.chance(40) {
                        made.fields.push(field("w", Ty::Int, Some("1".into()), ""));
                    }
                }
                Kind::Record => {
                    let second = self.pick(&[Ty::Int, Ty::Int, Ty::Array]);
                    made.fields.push(field("x", Ty::Int, None, "final "));
                    made.fields.push(field("y", second, None, "final "));
                }
                Kind::Interface | Kind::Function => {}
            }
            self.types.push(made);
        }
        for t in 0..self.types.len() {
            self.constructor_head(t);
        }
        for t in 0..self.types.len() {
            self.statics(t);
        }
    }

    fn constructor_head(&mut self, t: usize) {
        let kind = self.types[t].kind;
        let params: Vec<Param> = match kind {
            Kind::Record => self.types[t].fields.iter().map(|f| (f.name.clone(), f.ty)).collect(),
            Kind::Enum => vec![("p0".into(), Ty::Int)],
            _ => self.params(2),
        };
        let parent = self.types[t].parent;
        let may_be_implied = kind == Kind::Class
            && parent.is_none_or(|p| self.types[p].constructor.params.is_empty())
            && self.types[t]
                .fields
                .iter()
                .all(|f| f.is_nullable || !f.ty.is_object() || f.init.is_some());
        let is_written = !(may_be_implied && self.chance(30));
        let own = &mut self.types[t].constructor;
        own.is_written = is_written;
        if is_written {
            own.params = params;
        }
    }

    pub fn params(&mut self, most: usize) -> Vec<Param> {
        let count = self.rng.usize(0..=most);
        (0..count)
            .map(|i| {
                let ty = match self.rng.u32(..20) {
                    0..9 => Ty::Int,
                    9..11 => Ty::Bool,
                    11..13 => Ty::Array,
                    13 => Ty::Text,
                    _ => Ty::Ref(self.rng.usize(..self.types.len())),
                };
                (format!("p{i}"), ty)
            })
            .collect()
    }

    /// Static fields, an initialiser, a single object.
    fn statics(&mut self, t: usize) {
        if self.types[t].kind != Kind::Class {
            return;
        }
        let name = self.types[t].name.clone();
        let mut lines = Vec::new();
        let mut shared = Vec::new();
        if t == 0 || self.chance(30) {
            let init = self.pick(&["", " = 2", " = -1"]);
            lines.push(format!("static int s{init};"));
            shared.push((format!("{name}.s"), Ty::Int));
        }
        if self.chance(20) {
            lines.push("static final int[] TAB = {3, 1, 2};".into());
            shared.push((format!("{name}.TAB"), Ty::Array));
        }
        if self.chance(15) {
            lines.push("static final int K = 3 * 2 - 1;".into());
            shared.push((format!("{name}.K"), Ty::Int));
        }
        if self.chance(25)
            && self.types[t]
                .constructor
                .params
                .iter()
                .all(|p| !matches!(p.1, Ty::Ref(_)))
        {
            self.begin(None, &[], None, 0);
            let one = self.new_object(t);
            lines.push(format!("static final {name} ONE = {one};"));
            shared.push((format!("{name}.ONE"), Ty::Ref(t)));
        }
        if self.chance(12) && lines.iter().any(|l| l.starts_with("static int s")) {
            let value = self.rng.i32(0..9);
            lines.push(format!("static {{ s = {value}; }}"));
        }
        self.rng.shuffle(&mut lines);
        // a block cannot stand before what it writes
        lines.sort_by_key(|l| l.starts_with("static {"));
        (self.types[t].statics, self.types[t].shared) = (lines, shared);
    }

    /// The fields of a class that another one sees, with those it inherits.
    pub fn fields(&self, class: usize, seen_from: Option<usize>) -> Vec<Field> {
        let mut found = Vec::new();
        let mut at = Some(class);
        while let Some(c) = at {
            let visible = |f: &&Field| !f.modifiers.starts_with("private") || seen_from == Some(c) && c == class;
            found.extend(self.types[c].fields.iter().filter(visible).cloned());
            at = self.types[c].parent;
        }
        found
    }

    pub fn is_below(&self, class: usize, above: usize) -> bool {
        let mut at = Some(class);
        while let Some(c) = at {
            if c == above || self.types[c].interface == Some(above) {
                return true;
            }
            at = self.types[c].parent;
        }
        false
    }

    /// What a class does otherwise than the one above it, and what an interface wants of it.
    fn overrides(&mut self, t: usize) {
        if self.types[t].kind == Kind::Enum {
            self.constants(t);
        }
        if self.types[t].kind != Kind::Class {
            return;
        }
        let mut found = Vec::new();
        let mut at = self.types[t].parent;
        while let Some(p) = at {
            for method in &self.types[p].methods {
                let is_known = self.types[t]
                    .methods
                    .iter()
                    .chain(&found)
                    .any(|o: &Routine| o.name == method.name);
                if !method.is_static && !is_known {
                    found.push(Routine {
                        inherits: true,
                        ..method.clone()
                    });
                }
            }
            at = self.types[p].parent;
        }
        found.retain(|_| self.rng.u32(..100) < 30);
        if let Some(i) = self.types[t].interface {
            let method = self.types[i].methods[0].clone();
            if !found.iter().any(|o| o.name == method.name) {
                found.push(Routine {
                    inherits: true,
                    ..method
                });
            }
        }
        self.types[t].methods.extend(found);
    }

    fn constants(&mut self, t: usize) {
        let mut constants = Vec::new();
        for name in ["RED", "BLUE"] {
            let argument = self.rng.i32(-1..4).to_string();
            let own = self.types[t].methods.iter().find(|m| !m.is_static).cloned();
            let own = own.filter(|_| self.chance(40)).map(|m| Routine { inherits: true, ..m });
            constants.push((name.to_string(), argument, own));
        }
        self.types[t].constants = constants;
    }
}
