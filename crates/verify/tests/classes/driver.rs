//! The driver of a monitored program: it makes objects and calls their methods.

use crate::gen_::{Kind, Param, Program, Ty, Type};
use std::fmt::Write as _;

impl Program {
    /// Calls at random.
    pub(super) fn driver(&self, out: &mut String) {
        let mut pools = String::new();
        let mut cases: Vec<String> = Vec::new();
        for ty in &self.types {
            let (name, lower) = (&ty.name, ty.name.to_lowercase());
            let drawn = |params: &[Param]| {
                params
                    .iter()
                    .map(|(_, ty)| self.drawn(*ty))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let args = drawn(&ty.constructor.params);
            let comma = if args.is_empty() { "" } else { ", " };
            let routine = if ty.constructor.is_written {
                format!("{name}.{name}")
            } else {
                format!("{name}.<init>")
            };
            match ty.kind {
                Kind::Class | Kind::Record => {
                    let _ = writeln!(pools, "  final ArrayList<{name}> {lower}s = new ArrayList<>();");
                    let adds: String = self
                        .above(ty)
                        .iter()
                        .map(|a| format!(" {}s.add(o);", a.to_lowercase()))
                        .collect();
                    let frame = match ty.kind {
                        Kind::Class => format!("{comma}Monitor.enter(\"{routine}\")"),
                        _ => String::new(),
                    };
                    let case = format!("{name} o = new {name}({args}{frame});{adds}");
                    // several, so that there is something to call
                    cases.extend([case.clone(), case.clone(), case]);
                }
                Kind::Enum => {
                    let _ = writeln!(pools, "  final List<{name}> {lower}s = new ArrayList<>();");
                    cases.push(format!("{lower}s.addAll(List.of({name}.values()));"));
                }
                Kind::Interface | Kind::Function => continue,
            }
            for method in &ty.methods {
                let (of, args) = (&method.name, drawn(&method.params));
                cases.push(match method.is_static {
                    true => format!("{name}.{of}({args});"),
                    false => format!("pick({lower}s, r).{of}({args});"),
                });
            }
            if ty.prints.is_some() {
                cases.push(format!("pick({lower}s, r).toString();"));
            }
        }
        let count = cases.len();
        let cases: String = cases
            .iter()
            .enumerate()
            .map(|(n, c)| format!("      case {n}: {{ {c} return; }}\n"))
            .collect();
        let mut unknown = String::new();
        for ty in &self.types {
            let Some(method) = ty
                .methods
                .first()
                .filter(|_| matches!(ty.kind, Kind::Interface | Kind::Function))
            else {
                continue;
            };
            let name = &ty.name;
            let drawn: Vec<String> = self
                .types
                .iter()
                .filter(|c| c.kind == Kind::Class && self.implements(c, name))
                .map(|c| {
                    format!(
                        "    if (!{0}s.isEmpty() && r.nextInt(3) == 0) return pick({0}s, r);\n",
                        c.name.to_lowercase()
                    )
                })
                .collect();
            let _ = writeln!(
                unknown,
                "  {name} unknown{name}(Random r) {{\n{}    return new {name}() {{
      public int {of}(int p0) {{
        if (Monitor.inSpec()) return 0;
        Monitor.Frame f = Monitor.driver();
        try {{
          Monitor.require(f, pre${of}(p0));
          Object[] old = old${of}(p0);
          if (r.nextInt(2) == 0) {{ try {{ step(r); }} catch (IllegalArgumentException e) {{ }} }}
          for (int k = 0; k < 12; k++) {{ int v = k == 0 ? p0 : number(r); if (post${of}(old, v, p0)) return v; }}
          throw Monitor.discard();
        }} finally {{ Monitor.leave(f); }}
      }}
    }};\n  }}",
                drawn.concat(),
                of = method.name,
            );
        }
        let _ = writeln!(
            out,
            "public final class Main implements Monitor.Driver {{
{pools}  final ArrayList<int[]> arrays = new ArrayList<>();
  static <T> T pick(List<T> from, Random r) {{ if (from.isEmpty()) throw Monitor.refused(); return from.get(r.nextInt(from.size())); }}
  static int number(Random r) {{ int n = r.nextInt(20); return n == 19 ? Integer.MAX_VALUE : n == 18 ? Integer.MIN_VALUE : n < 12 ? n - 3 : n % 3; }}
  int[] array(Random r) {{
    if (arrays.size() < 3) {{ int[] a = new int[r.nextInt(4)]; for (int i = 0; i < a.length; i++) a[i] = number(r); arrays.add(a); }}
    return pick(arrays, r);
  }}
{unknown}  public void step(Random r) {{
    switch (r.nextInt({count})) {{
{cases}    }}
  }}
}}"
        );
    }

    fn implements(&self, ty: &Type, interface: &str) -> bool {
        let own = ty.interface.is_some_and(|i| self.types[i].name == interface);
        own || ty.parent.is_some_and(|p| self.implements(&self.types[p], interface))
    }

    /// A class and those above it.
    fn above(&self, ty: &Type) -> Vec<String> {
        let mut found = vec![ty.name.clone()];
        let mut at = ty.parent;
        while let Some(c) = at {
            found.push(self.types[c].name.clone());
            at = self.types[c].parent;
        }
        found
    }

    fn drawn(&self, ty: Ty) -> String {
        match ty {
            Ty::Int => "number(r)".into(),
            Ty::Bool => "r.nextBoolean()".into(),
            Ty::Array => "array(r)".into(),
            Ty::Text => "(r.nextBoolean() ? \"\" : \"xy\")".into(),
            Ty::Ref(c) => match self.types[c].kind {
                Kind::Interface | Kind::Function => format!("unknown{}(r)", self.types[c].name),
                _ => format!("pick({}s, r)", self.types[c].name.to_lowercase()),
            },
        }
    }
}
