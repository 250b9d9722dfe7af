//! The method `main` of a test program: it builds the input, calls the method and looks at what was demanded.

use super::build::Builder;
use super::formula::Variable;
use super::heap::Heap;
use super::program::{Program, RESULT, SELF, THROWN, indent};
use super::types::{java, named};
use crate::syntax::ast::ClassKind;
use crate::types::{ClassId, Type};
use abide_logic::Value;
use std::fmt::Write;

/// Bytes of arrays that any Java machine has.
const LARGE: u64 = 1 << 28;

/// A variable of `main`: its name, its type in Java, its value and its type.
type Root = (String, String, Value, Type);

/// A static field: the class in Java, the name, the value and the type.
type Static<'s> = (String, &'s String, Value, Type);

impl<'u> Program<'u, '_> {
    /// The method `main`.
    pub(super) fn main(&mut self) -> Option<String> {
        let shape = self.failure.shape;
        let heap = Heap {
            shape,
            state: self.failure.state,
        };
        let mut builder = Builder::new(self.classes, heap, self.home);
        let m = self.m;
        let mut declared = String::new();
        let mut roots: Vec<Root> = Vec::new();
        if let (Some((var, _)), false) = (&shape.this, shape.constructor) {
            let value = heap.value(var);
            let exact = self.receiver(heap.number(as_ref(&value)?))?;
            builder.root(&value, &exact, true)?;
            roots.push((SELF.into(), java(self.classes, &Type::Class(m.class)), value, exact));
        }
        let params = self.params(m);
        for ((var, _), (name, v)) in shape.params.iter().zip(&params) {
            let value = heap.value(var);
            let unknown = v.ty == self.classes.object() && !matches!(&*v.ty_text, "Object" | "java.lang.Object");
            if unknown && value != Value::NULL {
                let made =
                    made_by_library(&v.ty_text).filter(|_| !roots.iter().any(|(_, _, other, _)| *other == value))?;
                let _ = writeln!(declared, "{} {name} = {made};", v.ty_text);
                continue;
            }
            builder.root(&value, &v.ty, false)?;
            roots.push((name.clone(), v.ty_text.clone(), value, v.ty.clone()));
        }
        let mut statics = String::new();
        let mut assigned: Vec<Static> = Vec::new();
        for (var, class, name, ty) in &shape.statics {
            let owner = self.classes.class_named(class, None)?;
            let field = self.classes.field(owner, name)?;
            if field.decl.modifiers.is_final || self.classes.get(owner).interface || field.decl.modifiers.ghost {
                continue;
            }
            let ty = named(self.classes, ty)?;
            let value = heap.value(var);
            builder.root(&value, &ty, false)?;
            assigned.push((java(self.classes, &Type::Class(owner)), name, value, ty));
        }
        let outer = self.outer(&mut builder, heap)?;
        for (name, ty_text, value, _) in &roots {
            builder.rename(value, name, ty_text);
        }
        for (name, ty_text, value, ty) in &roots {
            if builder.is_named(value, name) {
                continue;
            }
            let _ = writeln!(declared, "{ty_text} {name} = {};", builder.value(value, ty)?);
        }
        for (class, name, value, ty) in &assigned {
            let _ = writeln!(statics, "{class}.{name} = {};", builder.value(value, ty)?);
        }
        let objects = builder.statements()?;
        if let Some((class, check)) = self.kept_by_objects.take() {
            let others = builder.instances(class).filter(|name| *name != SELF);
            self.keep(&others.map(|o| format!("{check}({o});\n")).collect::<String>());
            // the object is none that came in
            if self.after.is_empty() {
                return None;
            }
        }
        for interface in builder.stubs() {
            self.stub(interface)?;
        }
        self.memory = (builder.bytes > LARGE).then(|| 1 + ((3 * builder.bytes) >> 30));
        let copies = self.copies(&roots, &assigned);
        let (head, call) = self.call(&params, outer);
        let caught = format!(
            "{}System.out.println(\"the method ends with \" + {THROWN});\nreturn;\n",
            self.caught
        );
        let body = format!(
            "{objects}{declared}{statics}{copies}{}{head}try {{\n    {call};\n}} catch (Throwable {THROWN}) {{\n{}}}\n{}",
            self.before,
            indent(&caught),
            self.after
        );
        let body = match self.memory {
            Some(_) => format!(
                "try {{\n{}}} catch (OutOfMemoryError none_) {{\n    \
                 System.out.println(\"there is not enough memory\");\n}}\n",
                indent(&body)
            ),
            None => body,
        };
        Some(format!(
            "@SuppressWarnings({{\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"}})\n\
             public static void main(String[] arguments_) throws Throwable {{\n{}}}\n",
            indent(&body)
        ))
    }

    /// Checks of what objects of the input keep, unless they are broken from the start.
    fn keep(&mut self, checks: &str) {
        if checks.is_empty() {
            return;
        }
        let broken = "throw unbuilt(new IllegalStateException(\"an invariant does not hold at the start\"));\n";
        let _ = write!(
            self.before,
            "try {{\n{}}} catch (AssertionError broken_) {{\n{}}}\n",
            indent(checks),
            indent(broken)
        );
        self.after.push_str(checks);
        self.caught.push_str(checks);
    }

    /// Copies of what a postcondition reads of the state before the call.
    fn copies(&self, roots: &[Root], assigned: &[Static]) -> String {
        let mut copies = String::new();
        if self.translator.all_copied {
            for (name, _, _, ty) in roots.iter().filter(|(_, _, _, ty)| ty.is_reference()) {
                let _ = writeln!(copies, "copy({name}); // {}", self.classes.show(ty));
            }
            for (class, name, _, _) in assigned.iter().filter(|(_, _, _, ty)| ty.is_reference()) {
                let _ = writeln!(copies, "copy({class}.{name});");
            }
        }
        for (name, v) in &self.translator.copied {
            let copy = if v.ty.is_reference() {
                format!("copy({})", v.java)
            } else {
                v.java.clone()
            };
            let _ = writeln!(copies, "{name} = {copy};");
        }
        for (name, (ty, field)) in &self.translator.copied_statics {
            let primitive = named(self.classes, ty).is_some_and(|t| !t.is_reference());
            let copy = if primitive {
                field.clone()
            } else {
                format!("copy({field})")
            };
            let _ = writeln!(copies, "{name} = {copy};");
        }
        copies
    }

    /// The declaration of the variable for the result, if there is one, and the call.
    pub(super) fn call(&self, params: &[(String, Variable)], outer: Option<String>) -> (String, String) {
        let m = self.m;
        let args: Vec<&str> = params.iter().map(|(n, _)| n.as_str()).collect();
        let args = args.join(", ");
        let name = &m.decl.name.text;
        let class = java(self.classes, &Type::Class(m.class));
        let (result, call) = match (m.decl.constructor, m.decl.modifiers.is_static) {
            (true, _) => match outer {
                Some(outer) => (Some((SELF, class)), format!("{outer}.new {name}({args})")),
                None => (Some((SELF, class.clone())), format!("new {class}({args})")),
            },
            (_, true) => (None, format!("{class}.{name}({args})")),
            _ => (None, format!("{SELF}.{name}({args})")),
        };
        let result = result.or_else(|| {
            let v = self.variable(RESULT, &m.decl.result, m);
            (&*m.decl.result.name != "void").then_some((RESULT, v.ty_text))
        });
        match &result {
            Some((name, ty)) => (format!("{ty} {name};\n"), format!("{name} = {call}")),
            None => (String::new(), call),
        }
    }

    /// The exact class of `this`: one whose objects run this very method.
    fn receiver(&self, number: Option<i64>) -> Option<Type> {
        let runs = |id: &ClassId| {
            let info = self.classes.get(*id);
            let concrete = !info.interface && info.decl.is_some_and(|d| !d.modifiers.is_abstract);
            let found = self
                .classes
                .methods(*id, &self.m.decl.name.text, self.m.decl.params.len());
            let own = found.iter().any(|f| std::ptr::eq(f.decl, self.m.decl));
            concrete && self.classes.is_subclass(*id, self.m.class) && (own || self.m.decl.modifiers.private)
        };
        let exact = self
            .classes
            .ids()
            .find(|id| Some(self.classes.get(*id).interval.0) == number);
        let own = Some(self.m.class);
        let all = exact.into_iter().chain(own).chain(self.classes.ids());
        all.into_iter().find(runs).map(Type::Class)
    }

    /// The object around the one that a constructor makes.
    fn outer(&self, builder: &mut Builder, heap: Heap) -> Option<Option<String>> {
        let info = self.classes.get(self.m.class);
        if !self.m.decl.constructor {
            return Some(None);
        }
        let decl = info.decl?;
        if decl.modifiers.is_abstract || decl.kind == ClassKind::Enum {
            return None;
        }
        let Some(outer) = info.outer.filter(|_| info.inner) else {
            return Some(None);
        };
        let (this, _) = self.failure.shape.this.as_ref()?;
        let map = self.classes.outer_map(self.m.class);
        let value = heap.named(&map, as_ref(&heap.value(this))?).unwrap_or(Value::NULL);
        let ty = Type::Class(outer);
        if value == Value::NULL {
            // the method does not look at it
            return Some(Some(format!("make({}.class)", java(self.classes, &ty))));
        }
        builder.root(&value, &ty, false)?;
        Some(Some(builder.value(&value, &ty)?))
    }
}

/// An object of a class of the library that nothing is known of but its name.
fn made_by_library(class: &str) -> Option<&'static str> {
    Some(match class {
        "Iterable" | "Collection" | "List" | "ArrayList" => "new java.util.ArrayList()",
        "LinkedList" => "new java.util.LinkedList()",
        "Queue" | "Deque" | "ArrayDeque" => "new java.util.ArrayDeque()",
        "PriorityQueue" => "new java.util.PriorityQueue()",
        "Stack" | "Vector" => "new java.util.Stack()",
        "Set" | "HashSet" => "new java.util.HashSet()",
        "SortedSet" | "TreeSet" => "new java.util.TreeSet()",
        "Map" | "HashMap" => "new java.util.HashMap()",
        "SortedMap" | "TreeMap" => "new java.util.TreeMap()",
        "Random" => "new java.util.Random()",
        "StringBuilder" => "new StringBuilder()",
        "StringBuffer" => "new StringBuffer()",
        "BigInteger" => "java.math.BigInteger.ONE",
        "BigDecimal" => "java.math.BigDecimal.ONE",
        _ => return None,
    })
}

/// The number of a reference.
fn as_ref(value: &Value) -> Option<i64> {
    match value {
        Value::Ref(r) => Some(*r),
        _ => None,
    }
}
