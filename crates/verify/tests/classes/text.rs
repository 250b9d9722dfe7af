//! The two texts of a program: with JML, and with a monitor that checks what JML says while the program runs.

mod driver;

use crate::gen_::{Kind, Param, Program, Routine, Type, side};
use std::fmt::Write as _;

/// What every monitored routine ends with.
const CAUGHT: &str = "catch (Monitor.Stop e) { throw e; } catch (Throwable e) { throw Monitor.fail(f, e); } finally { Monitor.leave(f); }";

impl Program {
    /// The program with JML.
    pub fn annotated(&self) -> String {
        let mut out = String::new();
        for ty in &self.types {
            let _ = writeln!(out, "{} {{", self.head(ty, false));
            if ty.kind == Kind::Enum {
                let constants: Vec<String> = ty
                    .constants
                    .iter()
                    .map(|(name, argument, own)| match own {
                        Some(m) => format!("  {name}({argument}) {{\n{}  }}", self.plainly(m, ty)),
                        None => format!("  {name}({argument})"),
                    })
                    .collect();
                let _ = writeln!(out, "{};", constants.join(",\n"));
            }
            self.fields(ty, &mut out);
            for invariant in &ty.invariants {
                let public = if ty.kind == Kind::Record { "public " } else { "" };
                let _ = writeln!(out, "  //@ {public}invariant {invariant};");
            }
            let own = &ty.constructor;
            if own.is_written && !matches!(ty.kind, Kind::Interface | Kind::Function) {
                clauses(own, &mut out);
                let head = match ty.kind {
                    Kind::Record => ty.name.clone(),
                    _ => format!("{}({})", ty.name, self.params(&own.params)),
                };
                let above = own
                    .above
                    .as_ref()
                    .map_or(String::new(), |a| format!("    super({a});\n"));
                let _ = writeln!(out, "  {head} {{\n{above}{}  }}", own.body);
            }
            for method in &ty.methods {
                out.push_str(&self.plainly(method, ty));
            }
            if let Some(body) = &ty.prints {
                let _ = writeln!(out, "  @Override public String toString() {{\n{body}  }}");
            }
            out.push_str("}\n\n");
        }
        side(&out, false)
    }

    /// A method as it is written.
    fn plainly(&self, method: &Routine, ty: &Type) -> String {
        let mut out = String::new();
        clauses(method, &mut out);
        let over = if method.inherits { "@Override public " } else { "" };
        let public = if self.is_public(method) && !method.inherits {
            "public "
        } else {
            ""
        };
        let pure = if method.is_pure { "/*@ pure @*/ " } else { "" };
        let signature = self.signature(method, "");
        let _ = match ty.kind {
            Kind::Interface | Kind::Function => writeln!(out, "  {signature};"),
            _ => writeln!(out, "  {over}{public}{pure}{signature} {{\n{}  }}", method.body),
        };
        out
    }

    /// Must it be public, since something overrides it so?
    fn is_public(&self, method: &Routine) -> bool {
        !method.is_static
    }

    /// The program with the monitor, in a package.
    pub fn monitored(&self, package: &str) -> String {
        let mut out = format!("package {package};\nimport monitor.Monitor;\nimport java.util.*;\n\n");
        for ty in &self.types {
            let name = &ty.name;
            let _ = writeln!(out, "{} {{", self.head(ty, true));
            if ty.kind == Kind::Enum {
                let mut frame = format!("Monitor.initialising({name}.class, \"{name}.<clinit>\", \"{name}.{name}\")");
                let mut constants = Vec::new();
                for (constant, argument, own) in &ty.constants {
                    let body = own.as_ref().map_or(String::new(), |m| {
                        format!(" {{\n{}}}", self.method(m, &format!("{name}.<{constant}>"), constant))
                    });
                    constants.push(format!("  {constant}({argument}, {frame}){body}"));
                    frame = format!("Monitor.enter(\"{name}.{name}\")");
                }
                let _ = writeln!(out, "{};", constants.join(",\n"));
            }
            if ty.kind == Kind::Class {
                let _ = writeln!(
                    out,
                    "  static final Monitor.Frame init$ = Monitor.initialising({name}.class, \"{name}.<clinit>\");"
                );
            }
            self.fields(ty, &mut out);
            if matches!(ty.kind, Kind::Class | Kind::Enum) {
                let _ = writeln!(out, "  static {{ Monitor.initialised(\"{name}.<clinit>\"); }}");
            }
            match ty.kind {
                Kind::Interface | Kind::Function => {
                    let method = &ty.methods[0];
                    self.specification(method, "default ", &mut out);
                    let _ = writeln!(out, "  {};", self.signature(method, ""));
                }
                kind => {
                    self.constructor(ty, kind, &mut out);
                    for method in &ty.methods {
                        if !method.inherits {
                            self.specification(method, if method.is_static { "static " } else { "" }, &mut out);
                        }
                        out.push_str(&self.method(method, name, name));
                    }
                    if let Some(body) = &ty.prints {
                        let _ = writeln!(
                            out,
                            "  @Override public String toString() {{\n    if (Monitor.inSpec()) return \"{name}\";\n    Monitor.Frame f = Monitor.enter(\"{name}.toString\");\n    try {{ String r = print$(); Monitor.exit(f); return r; }} {CAUGHT}\n  }}\n  private String print$() {{\n{body}  }}"
                        );
                    }
                }
            }
            out.push_str("}\n\n");
        }
        self.driver(&mut out);
        side(&out, true)
    }

    fn head(&self, ty: &Type, is_monitored: bool) -> String {
        let (word, params) = match ty.kind {
            Kind::Class => ("class", String::new()),
            Kind::Interface | Kind::Function => return format!("interface {}", ty.name),
            Kind::Enum => ("enum", String::new()),
            Kind::Record => {
                let fields: Vec<Param> = ty.fields.iter().map(|f| (f.name.clone(), f.ty)).collect();
                ("record", format!("({})", self.params(&fields)))
            }
        };
        let mut head = format!("{word} {}{params}", ty.name);
        if let Some(p) = ty.parent {
            let _ = write!(head, " extends {}", self.types[p].name);
        }
        let mut interfaces: Vec<&str> = ty.interface.map(|i| self.types[i].name.as_str()).into_iter().collect();
        interfaces.extend(is_monitored.then_some("Monitor.Checked"));
        if !interfaces.is_empty() {
            let _ = write!(head, " implements {}", interfaces.join(", "));
        }
        head
    }

    fn fields(&self, ty: &Type, out: &mut String) {
        for line in &ty.statics {
            let _ = writeln!(out, "  {line}");
        }
        if ty.kind == Kind::Record {
            return;
        }
        for field in &ty.fields {
            let nullable = if field.is_nullable { "/*@ nullable @*/ " } else { "" };
            let init = field.init.as_ref().map_or(String::new(), |i| format!(" = {i}"));
            let _ = writeln!(
                out,
                "  {}{nullable}{} {}{init};",
                field.modifiers,
                field.ty.text(&self.types),
                field.name
            );
        }
    }

    fn params(&self, params: &[Param]) -> String {
        let one = |(name, ty): &Param| format!("{} {name}", ty.text(&self.types));
        params.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn signature(&self, routine: &Routine, suffix: &str) -> String {
        let fixed = if routine.is_static { "static " } else { "" };
        let result = routine.result.map_or("void".into(), |ty| ty.text(&self.types));
        format!(
            "{fixed}{result} {}{suffix}({})",
            routine.name,
            self.params(&routine.params)
        )
    }

    /// The methods that evaluate a contract.
    fn specification(&self, routine: &Routine, fixed: &str, out: &mut String) {
        let contract = routine.contract.clone().unwrap_or_default();
        let (name, params) = (&routine.name, self.params(&routine.params));
        let mut requires: Vec<String> = nonnull(&routine.params);
        requires.extend(contract.requires.iter().map(|r| format!("({r})")));
        let _ = writeln!(out, "  {fixed}boolean pre${name}({params}) {}", evaluated(&requires));
        let _ = writeln!(
            out,
            "  {fixed}Object[] old${name}({params}) {{ Monitor.spec(1); try {{ return new Object[] {{ {} }}; }} finally {{ Monitor.spec(-1); }} }}",
            contract.olds.join(", ")
        );
        let mut ensures: Vec<String> = contract.ensures.iter().map(|e| format!("({e})")).collect();
        let mut more: Vec<String> = vec!["Object[] old".into()];
        if let Some(ty) = routine.result {
            more.push(format!("{} result", ty.text(&self.types)));
            if ty.is_object() {
                ensures.push("result != null".into());
            }
        }
        if !params.is_empty() {
            more.push(params.clone());
        }
        let _ = writeln!(
            out,
            "  {fixed}boolean post${name}({}) {}",
            more.join(", "),
            evaluated(&ensures)
        );
        let keys: Vec<&str> = contract.assignable.iter().flatten().map(|p| p.1.as_str()).collect();
        let _ = writeln!(
            out,
            "  {fixed}String[] keys${name}({params}) {{ return new String[] {{ {} }}; }}",
            keys.join(", ")
        );
        let signals = contract.signals.unwrap_or_else(|| "false".into());
        let _ = writeln!(out, "  {fixed}boolean signals${name}({params}) {{ return {signals}; }}");
    }

    /// A monitored method, and beside it its body.
    fn method(&self, routine: &Routine, blamed: &str, suffix: &str) -> String {
        let (name, args) = (&routine.name, arguments(routine));
        let comma = if args.is_empty() { "" } else { ", " };
        let (get, pass, give, back, none) = match routine.result {
            Some(ty) => (
                format!("{} r = ", ty.text(&self.types)),
                ", r",
                "return r;",
                "return ",
                "",
            ),
            None => (String::new(), "", "", "", "return;"),
        };
        let is_framed = routine.contract.as_ref().is_some_and(|c| c.assignable.is_some()) || routine.is_pure;
        let frame = match is_framed {
            true => format!("Monitor.framed(f, keys${name}({args}));"),
            false => String::new(),
        };
        format!(
            "  {public}{signature} {{
    if (Monitor.inSpec()) {{ {back}{name}${suffix}({args}); {none} }}
    Monitor.Frame f = Monitor.enter(\"{blamed}.{name}\");
    try {{
      Monitor.{demand}(f, pre${name}({args}));
      Object[] old = old${name}({args});
      {frame}
      {get}{name}${suffix}({args});
      Monitor.ensure(f, post${name}(old{pass}{comma}{args}), \"postcondition\");
      Monitor.exit(f);
      {give}
    }} catch (IllegalArgumentException e) {{
      Monitor.thrown(f, signals${name}({args}), e);
      throw e;
    }} {CAUGHT}
  }}
  {fixed}{body_signature} {{
{body}  }}
",
            demand = demand(routine),
            public = if self.is_public(routine) { "public " } else { "" },
            signature = self.signature(routine, ""),
            fixed = if routine.is_static { "" } else { "private " },
            body_signature = self.signature(routine, &format!("${suffix}")),
            body = routine.body,
        )
    }

    fn constructor(&self, ty: &Type, kind: Kind, out: &mut String) {
        let (own, routine) = (&ty.name, &ty.constructor);
        let (params, args) = (self.params(&routine.params), arguments(routine));
        let comma = if args.is_empty() { "" } else { ", " };
        let contract = routine.contract.clone().unwrap_or_default();
        let mut requires: Vec<String> = nonnull(&routine.params);
        requires.extend(contract.requires.iter().map(|r| format!("({r})")));
        let ensures: Vec<String> = contract.ensures.iter().map(|e| format!("({e})")).collect();
        let mut inv: Vec<String> = Vec::new();
        inv.extend(ty.parent.map(|p| format!("own$inv{}()", self.types[p].name)));
        let objects = ty.fields.iter().filter(|f| f.ty.is_object() && !f.is_nullable);
        inv.extend(objects.map(|f| format!("{} != null", f.name)));
        inv.extend(ty.invariants.iter().map(|i| format!("({i})")));
        let _ = writeln!(out, "  boolean own$inv{own}() {}", evaluated(&inv));
        let _ = writeln!(out, "  public boolean inv$() {{ return own$inv{own}(); }}");
        let _ = writeln!(out, "  static boolean pre$new{own}({params}) {}", evaluated(&requires));
        let _ = writeln!(
            out,
            "  static Monitor.Frame begin${own}(Monitor.Frame f{comma}{params}) {{
    Monitor.{}(f, pre$new{own}({args}));
    Monitor.spec(1);
    try {{ f.old = new Object[] {{ {} }}; }} finally {{ Monitor.spec(-1); }}
    return f;
  }}",
            demand(routine),
            contract.olds.join(", ")
        );
        let _ = writeln!(
            out,
            "  boolean post$new{own}(Object[] old{comma}{params}) {}",
            evaluated(&ensures)
        );
        let begin = format!("begin${own}(f{comma}{args})");
        let (head, first, sets) = match kind {
            Kind::Record => {
                let sets = ty
                    .fields
                    .iter()
                    .fold(String::new(), |all, f| format!("{all}      this.{0} = {0};\n", f.name));
                let head = format!("{own}({params}) {{\n    Monitor.Frame f = Monitor.enter(\"{own}.{own}\");\n");
                // the parameters of a record are assigned, so they are kept for the end
                (head, format!("{begin};"), sets)
            }
            _ => match (&routine.above, ty.parent) {
                (Some(above), Some(p)) => {
                    let parent = &self.types[p];
                    let routine = match parent.constructor.is_written {
                        true => format!("{0}.{0}", parent.name),
                        false => format!("{}.<init>", parent.name),
                    };
                    let between = if above.is_empty() { "" } else { ", " };
                    // what the caller owes is looked at before the arguments of `super` are
                    let (head, begin) = match args.is_empty() {
                        true => (format!("{own}(Monitor.Frame f)"), begin),
                        false => (
                            format!(
                                "{own}({params}, Monitor.Frame f) {{ this({begin}, {args}); }}\n  private {own}(Monitor.Frame f, {params})"
                            ),
                            "f".into(),
                        ),
                    };
                    let head =
                        format!("{head} {{\n    super({above}{between}Monitor.entered({begin}, \"{routine}\"));\n");
                    (head, String::new(), String::new())
                }
                _ => (
                    format!("{own}({params}{comma}Monitor.Frame f) {{\n"),
                    format!("{begin};"),
                    String::new(),
                ),
            },
        };
        let construct = if kind == Kind::Record {
            ""
        } else {
            "Monitor.construct(this);"
        };
        let _ = writeln!(
            out,
            "  {head}    try {{
      {construct}
      {first}
{body}{sets}      Monitor.ensure(f, post$new{own}(f.old{comma}{args}), \"postcondition\");
      Monitor.constructed(f, this, {own}.class, own$inv{own}());
    }} {caught}
  }}",
            body = routine.body,
            // finals of a record are not set where it fails
            caught = CAUGHT,
        );
    }
}

fn nonnull(params: &[Param]) -> Vec<String> {
    let objects = params.iter().filter(|p| p.1.is_object());
    objects.map(|(p, _)| format!("{p} != null")).collect()
}

/// A body that says whether all hold; what is undefined does not.
fn evaluated(parts: &[String]) -> String {
    let all = if parts.is_empty() {
        "true".into()
    } else {
        parts.join(" && ")
    };
    format!(
        "{{ Monitor.spec(1); try {{ return {all}; }} catch (RuntimeException e) {{ return false; }} finally {{ Monitor.spec(-1); }} }}"
    )
}

fn clauses(routine: &Routine, out: &mut String) {
    let Some(contract) = routine.contract.as_ref().filter(|_| !routine.inherits) else {
        return;
    };
    for r in &contract.requires {
        let _ = writeln!(out, "  //@ requires {r};");
    }
    for e in &contract.ensures {
        let _ = writeln!(out, "  //@ ensures {e};");
    }
    if let Some(list) = &contract.assignable {
        let places: Vec<&str> = list.iter().map(|p| p.0.as_str()).collect();
        let places = if places.is_empty() {
            "\\nothing".into()
        } else {
            places.join(", ")
        };
        let _ = writeln!(out, "  //@ assignable {places};");
    }
    if let Some(when) = &contract.signals {
        let _ = writeln!(
            out,
            "  //@ signals_only IllegalArgumentException;\n  //@ signals (IllegalArgumentException e) {when};"
        );
    }
    if contract.requires.is_empty()
        && contract.ensures.is_empty()
        && contract.assignable.is_none()
        && contract.signals.is_none()
    {
        let _ = writeln!(out, "  //@ requires true;");
    }
}

/// Is a call outside of the precondition wrong by itself?
fn demand(routine: &Routine) -> &'static str {
    if routine.contract.is_some() {
        "require"
    } else {
        "expect"
    }
}

fn arguments(routine: &Routine) -> String {
    let names: Vec<&str> = routine.params.iter().map(|p| p.0.as_str()).collect();
    names.join(", ")
}
