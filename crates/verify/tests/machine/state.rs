//! The state that all generated functions share: parameters and global variables.

use fastrand::Rng;

/// Integer types: their names, how many bits they have and whether they have negative values.
pub const TYPES: [(&str, u32, bool); 12] = [
    ("signed char", 8, true),
    ("unsigned char", 8, false),
    ("char", 8, true),
    ("short", 16, true),
    ("unsigned short", 16, false),
    ("int", 32, true),
    ("unsigned int", 32, false),
    ("long", 64, true),
    ("unsigned long", 64, false),
    ("long long", 64, true),
    ("unsigned long long", 64, false),
    ("_Bool", 1, false),
];

/// The parameters of every function.
pub const PARAMS: [(&str, &str); 9] = [
    ("c", "signed char"),
    ("d", "unsigned char"),
    ("s", "short"),
    ("h", "unsigned short"),
    ("i", "int"),
    ("u", "unsigned int"),
    ("l", "long"),
    ("m", "unsigned long"),
    ("z", "_Bool"),
];

/// The global variables that are numbers.
pub const SCALARS: [(&str, &str); 12] = [
    ("gc", "signed char"),
    ("gd", "unsigned char"),
    ("gs", "short"),
    ("gh", "unsigned short"),
    ("gi", "int"),
    ("gu", "unsigned int"),
    ("gl", "long"),
    ("gm", "unsigned long"),
    ("gz", "_Bool"),
    ("gk", "char"),
    ("ge", "unsigned int"),
    ("gn", "int"),
];

/// The type of a global variable that is a number.
pub fn scalar(name: &str) -> &'static str {
    SCALARS.iter().find(|s| s.0 == name).map_or("int", |s| s.1)
}

/// What stands at the head of every file.
pub const PRELUDE: &str = "\
enum colour { RED, GREEN = 5, BLUE };
enum sign { MINUS = -1, ZERO, PLUS };
struct point { int x; short y; unsigned char t[3]; int xy; };
struct box { struct point a; long n; struct point b; _Bool f; unsigned int w : 3; int v : 5; enum colour k; };
signed char gc; unsigned char gd; short gs; unsigned short gh; int gi; unsigned int gu; long gl;
unsigned long gm; _Bool gz; char gk; enum colour ge; enum sign gn;
int ga[4]; unsigned char gb[3]; struct point gp; struct box gx; struct point gr[2]; short g2[2][3];
";

/// A scalar inside a global variable.
#[derive(Clone, Debug)]
pub struct Slot {
    /// As C writes it.
    pub place: String,
    /// The variable.
    pub global: &'static str,
    /// The way to it, as the lowering names it.
    pub path: String,
    /// The indices on the way.
    pub indices: Vec<i64>,
    /// How many bits it has, and whether it can be negative.
    pub bits: u32,
    /// Has it negative values?
    pub signed: bool,
}

/// All scalars of the global variables.
pub fn slots() -> Vec<Slot> {
    let mut all = Vec::new();
    let mut add = |global: &'static str, path: &str, indices: &[i64], (bits, signed): (u32, bool)| {
        let mut numbers = indices.iter();
        let mut place = global.to_string();
        for piece in path.split_inclusive("[]") {
            match piece.strip_suffix("[]") {
                Some(head) => place += &format!("{head}[{}]", numbers.next().expect("an index for each array")),
                None => place += piece,
            }
        }
        all.push(Slot {
            place,
            global,
            path: path.to_string(),
            indices: indices.to_vec(),
            bits,
            signed,
        });
    };
    for (name, ty) in SCALARS {
        add(name, "", &[], width(ty));
    }
    (0..4).for_each(|i| add("ga", "[]", &[i], width("int")));
    (0..3).for_each(|i| add("gb", "[]", &[i], width("unsigned char")));
    let mut point = |global: &'static str, path: &str, at: &[i64]| {
        add(global, &format!("{path}.x"), at, width("int"));
        add(global, &format!("{path}.y"), at, width("short"));
        for i in 0..3 {
            add(
                global,
                &format!("{path}.t[]"),
                &[at, &[i]].concat(),
                width("unsigned char"),
            );
        }
        add(global, &format!("{path}.xy"), at, width("int"));
    };
    point("gp", "", &[]);
    point("gx", ".a", &[]);
    point("gx", ".b", &[]);
    (0..2).for_each(|i| point("gr", "[]", &[i]));
    add("gx", ".n", &[], width("long"));
    add("gx", ".f", &[], width("_Bool"));
    add("gx", ".w", &[], (3, false));
    add("gx", ".v", &[], (5, true));
    add("gx", ".k", &[], width("unsigned int"));
    for i in 0..2 {
        (0..3).for_each(|j| add("g2", "[][]", &[i, j], width("short")));
    }
    all
}

/// Bits and sign of a type.
pub fn width(ty: &str) -> (u32, bool) {
    let found = TYPES.iter().find(|t| t.0 == ty).expect("a type with a name");
    (found.1, found.2)
}

/// A number brought into a type, as 64 bits.
pub fn wrapped(value: i128, bits: u32, signed: bool) -> i64 {
    let low = value & ((1i128 << bits) - 1);
    let negative = signed && bits < 64 && low >> (bits - 1) & 1 == 1;
    (if negative { low - (1i128 << bits) } else { low }) as i64
}

/// The arguments of a call and the global variables before it.
#[derive(Clone, Debug)]
pub struct Input {
    /// Values of the parameters.
    pub params: Vec<i64>,
    /// Values of the slots.
    pub slots: Vec<i64>,
}

impl Input {
    /// An arbitrary state: small numbers mostly, the ends of the types sometimes.
    pub fn draw(rng: &mut Rng, slots: &[Slot]) -> Input {
        let mut value = |bits: u32, signed: bool| {
            let high = (1i128 << (bits - u32::from(signed))) - 1;
            let drawn = match rng.usize(..10) {
                0 => high,
                1 => -high - 1,
                2 => rng.i128(..),
                3 => rng.i128(-70..70),
                _ => rng.i128(-3..9),
            };
            wrapped(drawn, bits, signed)
        };
        let params = PARAMS
            .iter()
            .map(|(_, ty)| width(ty))
            .map(|(b, s)| value(b, s))
            .collect();
        Input {
            params,
            slots: slots.iter().map(|s| value(s.bits, s.signed)).collect(),
        }
    }

    /// All values in a line.
    pub fn text(&self) -> String {
        let all = self.params.iter().chain(&self.slots);
        all.map(|v| v.to_string()).collect::<Vec<_>>().join(" ")
    }
}
