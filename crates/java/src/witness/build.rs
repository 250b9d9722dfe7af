//! Java statements that build the objects of a state.

use super::heap::{Heap, elements_key};
use super::text;
use super::types::{java, named, stub_name, top, zero};
use crate::syntax::ast::{self, ClassKind};
use crate::types::{ClassId, Classes, DIMENSION, IntKind, Type};
use abide_logic::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Objects that are built at the most.
const OBJECTS: usize = 2000;

/// Bytes of all arrays at the most, so that the machine has memory for them.
const BYTES: u64 = 1 << 32;

/// Arrays up to this length are written out.
pub(super) const WRITTEN: usize = 64;

/// Builds objects.
pub(super) struct Builder<'u, 'a> {
    classes: &'a Classes<'u>,
    pub(super) heap: Heap<'a>,
    /// The top-level class that the test is part of.
    home: ClassId,
    objects: BTreeMap<i64, Object>,
    order: Vec<i64>,
    /// How much memory the arrays take.
    pub bytes: u64,
}

/// An object of the input.
struct Object {
    /// Its variable in the test.
    name: String,
    /// Its exact type.
    ty: Type,
}

impl<'u, 'a> Builder<'u, 'a> {
    pub fn new(classes: &'a Classes<'u>, heap: Heap<'a>, home: ClassId) -> Self {
        Builder {
            classes,
            heap,
            home,
            objects: BTreeMap::new(),
            order: Vec::new(),
            bytes: 0,
        }
    }

    /// Takes note of a value and of all that it refers to. `fixed` says that the object has
    /// exactly the declared type.
    pub fn root(&mut self, value: &Value, declared: &Type, fixed: bool) -> Option<()> {
        let first = self.note(value, declared, fixed)?;
        let mut open: Vec<i64> = first.into_iter().collect();
        while let Some(object) = open.pop() {
            for (value, ty) in self.parts(object)? {
                open.extend(self.note(&value, &ty, false)?);
            }
        }
        Some(())
    }

    /// A new object, if the value is one.
    fn note(&mut self, value: &Value, declared: &Type, fixed: bool) -> Option<Option<i64>> {
        let Value::Ref(object) = value else { return Some(None) };
        if *object == 0 || self.objects.contains_key(object) {
            return Some(None);
        }
        let ty = match fixed {
            true => declared.clone(),
            false => self.exact(*object, declared)?,
        };
        self.order.push(*object);
        let name = format!("object{}_", self.order.len());
        self.objects.insert(*object, Object { name, ty });
        (self.order.len() <= OBJECTS).then_some(Some(*object))
    }

    /// The dynamic type of an object: what the state says where that fits, else any type of
    /// the file that fits.
    fn exact(&self, object: i64, declared: &Type) -> Option<Type> {
        let fits = |ty: &Type| self.classes.is_assignable(ty, declared);
        if let Some(ty) = self.heap.number(object).and_then(|n| self.numbered(n)).filter(fits) {
            return Some(ty);
        }
        match declared {
            Type::Class(id) if self.concrete(*id) => Some(declared.clone()),
            Type::Class(id) => {
                let all = self.classes.ids().filter(|c| self.concrete(*c)).map(Type::Class);
                all.into_iter().find(fits).or_else(|| self.stub_of(*id))
            }
            Type::Array(element) => {
                // an array that is not exactly of the declared type is one of a subtype
                let own = self.heap.number(object);
                let other = own.is_some_and(|n| n > 0 && n != self.classes.exact(declared));
                let below = self.below(element).filter(|_| other);
                Some(below.map_or_else(|| declared.clone(), |t| Type::Array(Box::new(t))))
            }
            _ => None,
        }
    }

    /// An interface that no class of the file implements.
    fn stub_of(&self, id: ClassId) -> Option<Type> {
        let info = self.classes.get(id);
        let plain = info.interface && info.decl.is_some_and(|d| d.type_params.is_empty());
        plain.then_some(Type::Class(id))
    }

    /// A class below a type of elements.
    fn below(&self, element: &Type) -> Option<Type> {
        if *element == self.classes.object() {
            return Some(Type::Class(self.classes.known("String")));
        }
        let declared = self.classes.ids().filter(|id| self.classes.get(*id).decl.is_some());
        let mut types = declared.map(Type::Class);
        types.find(|t| t != element && self.classes.is_assignable(t, element))
    }

    /// The interfaces whose objects need classes that the file does not have.
    pub fn stubs(&self) -> BTreeSet<ClassId> {
        let classes = self.objects.values().filter_map(|o| match &o.ty {
            Type::Class(id) if self.classes.get(*id).interface => Some(*id),
            _ => None,
        });
        classes.collect()
    }

    /// The type that a number stands for. A class that that were not given is like its
    /// superclass.
    fn numbered(&self, number: i64) -> Option<Type> {
        let (dims, base) = (number / DIMENSION, number % DIMENSION);
        let around = |id: &ClassId| {
            let (low, high) = self.classes.get(*id).interval;
            !self.classes.get(*id).interface && low <= base && base <= high
        };
        let class = self
            .classes
            .ids()
            .filter(around)
            .max_by_key(|id| self.classes.get(*id).interval.0)?;
        let info = self.classes.get(class);
        let base = match info.name.strip_suffix("[]") {
            Some(_) => named(self.classes, &info.name)?,
            None if dims == 0 && !self.concrete(class) => return None,
            None => Type::Class(class),
        };
        Some((0..dims).fold(base, |t, _| Type::Array(Box::new(t))))
    }

    /// Can objects of exactly this class be made?
    fn concrete(&self, id: ClassId) -> bool {
        let info = self.classes.get(id);
        let of_library = matches!(&*info.name, "Math" | "System" | "Objects") || info.name.ends_with("[]");
        match info.decl {
            Some(decl) => !info.interface && !decl.modifiers.is_abstract,
            None => {
                !info.interface && !of_library && info.path.chars().all(char::is_alphanumeric) && self.known(&info.name)
            }
        }
    }

    /// Is the class one of the library, rather than one that only its name is known of?
    fn known(&self, name: &str) -> bool {
        matches!(name, "Object" | "String" | "Integer" | "Long" | "Character" | "Boolean")
            || name.ends_with("Exception")
            || name.ends_with("Error")
            || name == "Throwable"
    }

    /// The values that an object refers to, with their declared types.
    fn parts(&mut self, object: i64) -> Option<Vec<(Value, Type)>> {
        let ty = self.objects.get(&object)?.ty.clone();
        match &ty {
            Type::Array(element) => {
                let size = match &**element {
                    Type::Bool | Type::Int(IntKind::Byte) => 1,
                    Type::Int(IntKind::Short | IntKind::Char) => 2,
                    Type::Int(IntKind::Int) => 4,
                    _ => 8,
                };
                self.bytes += size * u64::try_from(self.heap.length(object)).ok()?;
                if self.bytes > BYTES {
                    return None;
                }
                if !element.is_reference() {
                    return Some(Vec::new());
                }
                let (default, entries) = self.contents(object, element);
                let values = entries.into_values().chain([default]);
                Some(values.map(|v| (v, (**element).clone())).collect())
            }
            Type::Class(id) => {
                let mut parts: Vec<(Value, Type)> = Vec::new();
                for (_, _, _, ty, value) in self.fields(object, *id) {
                    parts.push((value, ty));
                }
                if let Some((outer, ty)) = self.outer(object, *id) {
                    parts.push((outer, ty));
                }
                Some(parts)
            }
            _ => None,
        }
    }

    /// The object around an object of an inner class.
    fn outer(&self, object: i64, class: ClassId) -> Option<(Value, Type)> {
        let info = self.classes.get(class);
        let outer = info.outer.filter(|_| info.inner)?;
        Some((
            self.heap.named(&self.classes.outer_map(class), object)?,
            Type::Class(outer),
        ))
    }

    /// An array's elements: what most of them are, and the others.
    fn contents(&self, array: i64, element: &Type) -> (Value, BTreeMap<usize, Value>) {
        let contents = self.heap.contents(array, elements_key(&self.classes.show(element)));
        let length = self.heap.length(array);
        let Some(map) = contents.as_map() else {
            return (zero(element), BTreeMap::new());
        };
        let mut entries = BTreeMap::new();
        for (key, value) in map.entries() {
            if let Some(at) = key
                .as_int()
                .and_then(|i| usize::try_from(i).ok())
                .filter(|i| *i < length)
            {
                entries.insert(at, value.clone());
            }
        }
        let default = if entries.len() < length {
            map.default().clone()
        } else {
            zero(element)
        };
        (default, entries)
    }

    /// The fields of an object that the state speaks of: class, declaration if there is one,
    /// name, type and value.
    fn fields(&self, object: i64, class: ClassId) -> Vec<(ClassId, Option<&'u ast::Field>, &'a str, Type, Value)> {
        let mut found = Vec::new();
        for (map, owner, name, ty) in &self.heap.shape.fields {
            let Some(owner) = self.classes.class_named(owner, None) else {
                continue;
            };
            let Some(ty) = named(self.classes, ty) else { continue };
            let decl = self.classes.get(owner).decl;
            let field = decl.and_then(|d| d.fields.iter().find(|f| &*f.name.text == name));
            let spec_only = field.is_some_and(|f| f.modifiers.ghost || f.modifiers.model);
            if self.classes.is_subclass(class, owner) && !spec_only {
                found.push((owner, field, name.as_str(), ty, self.heap.at(map, object)));
            }
        }
        found
    }

    /// Calls an object by the name of the parameter that it is the value of, if the variable
    /// would have the same type, and the object has no such name yet.
    pub fn rename(&mut self, value: &Value, name: &str, ty: &str) {
        let Value::Ref(r) = value else { return };
        if let Some(object) = self.objects.get_mut(r)
            && object.name.starts_with("object")
            && object.name.ends_with('_')
            && java(self.classes, &object.ty) == ty
        {
            object.name = name.to_string();
        }
    }

    /// Does the object have this name?
    pub fn is_named(&self, value: &Value, name: &str) -> bool {
        matches!(value, Value::Ref(r) if self.objects.get(r).is_some_and(|o| o.name == name))
    }

    /// A value as an expression of the test.
    pub fn value(&self, value: &Value, ty: &Type) -> Option<String> {
        match (value, ty) {
            (Value::Bool(b), _) => Some(b.to_string()),
            (Value::Int(i), Type::Int(kind)) => text::integer(i, *kind),
            (Value::Int(i), _) => Some(format!("(float) {}", i32::try_from(i).ok()?)),
            (Value::Ref(0), _) => Some("null".into()),
            (Value::Ref(r), _) => {
                let object = self.objects.get(r)?;
                let fits = self.classes.is_assignable(&object.ty, ty);
                fits.then(|| object.name.clone())
            }
            (Value::Map(_) | Value::Float(_) | Value::Unknown, _) => None,
        }
    }

    /// The statements that build all objects.
    pub fn statements(&self) -> Option<String> {
        let mut code = String::new();
        let mut records = Vec::new();
        for object in &self.order {
            let Object { name, ty } = self.objects.get(object)?;
            let made = match ty {
                Type::Array(element) => self.array(*object, element)?,
                Type::Class(id) => match self.classes.get(*id).decl {
                    Some(decl) if decl.kind == ClassKind::Record => {
                        records.push(*object);
                        continue;
                    }
                    _ => self.object(*object, *id)?,
                },
                _ => return None,
            };
            let _ = writeln!(code, "{} {name} = {made};", java(self.classes, ty));
        }
        self.records(records, &mut code)?;
        for object in &self.order {
            self.fill(*object, &mut code)?;
        }
        Some(code)
    }

    /// The variables of the objects whose class is one, or below it.
    pub fn instances(&self, class: ClassId) -> impl Iterator<Item = &str> {
        let is_one = move |o: &&Object| matches!(o.ty, Type::Class(c) if self.classes.is_subclass(c, class));
        let made = self.order.iter().filter_map(|o| self.objects.get(o));
        made.filter(is_one).map(|o| o.name.as_str())
    }

    /// A new array; primitive elements are there already.
    fn array(&self, array: i64, element: &Type) -> Option<String> {
        let length = self.heap.length(array);
        let (default, entries) = self.contents(array, element);
        let base = java(self.classes, element);
        if element.is_reference() || length > WRITTEN || length == 0 {
            // the first brackets take the length
            let inner = base.trim_end_matches("[]");
            return Some(format!("new {inner}[{length}]{}", &base[inner.len()..]));
        }
        let each = (0..length).map(|i| self.value(entries.get(&i).unwrap_or(&default), element));
        let each: Option<Vec<String>> = each.collect();
        Some(format!("{{{}}}", each?.join(", ")))
    }

    /// A new object, its fields not yet set.
    fn object(&self, object: i64, class: ClassId) -> Option<String> {
        let info = self.classes.get(class);
        let name = java(self.classes, &Type::Class(class));
        let Some(decl) = info.decl else {
            return Some(match &*info.name {
                "String" => self.string(object)?,
                "Integer" => format!("new Integer({})", self.held(object, IntKind::Int)?),
                "Long" => format!("new Long({})", self.held(object, IntKind::Long)?),
                "Character" => format!("new Character({})", self.held(object, IntKind::Char)?),
                "Boolean" => {
                    let truth = self.heap.named("\\truth", object).and_then(|v| v.as_bool());
                    format!("new Boolean({})", truth.unwrap_or(false))
                }
                "UncheckedIOException" => format!("new {name}(new java.io.IOException())"),
                _ => format!("new {name}()"),
            });
        };
        if decl.kind == ClassKind::Enum {
            if let Some(constant) = self.heap.constant(object) {
                return Some(constant.to_string());
            }
            let ordinal = self.heap.named("\\ordinal", object);
            let ordinal = ordinal.and_then(|o| usize::try_from(o.as_int()?).ok()).unwrap_or(0);
            let constant = decl.constants.get(ordinal).or(decl.constants.first())?;
            return Some(format!("{name}.{}", constant.name.text));
        }
        if info.interface {
            return Some(format!("new {}()", stub_name(self.classes, class)));
        }
        Some(match self.has_default(class) {
            true => format!("new {name}()"),
            false => format!("make({name}.class)"),
        })
    }

    /// Has the class, like all above it, no constructor but the one that is not written?
    fn has_default(&self, class: ClassId) -> bool {
        let info = self.classes.get(class);
        let Some(decl) = info.decl else {
            return info.name == "Object";
        };
        let above = info.superclass.is_some_and(|up| self.has_default(up));
        above && !info.inner && !decl.methods.iter().any(|m| m.constructor)
    }

    /// Records are made by their constructors, what they refer to first.
    fn records(&self, mut open: Vec<i64>, code: &mut String) -> Option<()> {
        while !open.is_empty() {
            let waiting: BTreeSet<i64> = open.iter().copied().collect();
            let mut later = Vec::new();
            for object in &open {
                let Object { name, ty } = self.objects.get(object)?;
                let Type::Class(class) = ty else { return None };
                let fields = self.fields(*object, *class);
                let blocked = |v: &Value| matches!(v, Value::Ref(r) if waiting.contains(r));
                if fields.iter().any(|(_, _, _, _, v)| blocked(v)) {
                    later.push(*object);
                    continue;
                }
                let decl = self.classes.get(*class).decl?;
                let mut args = Vec::new();
                for component in &decl.components {
                    let known = fields.iter().find(|(_, _, n, _, _)| **n == *component.name.text);
                    args.push(match known {
                        Some((_, _, _, ty, value)) => self.value(value, ty)?,
                        None => {
                            let ty = self.classes.resolve(&component.ty, Some(*class));
                            let ty = ty.unwrap_or(Type::Null);
                            self.value(&zero(&ty), &ty)?
                        }
                    });
                }
                let class = java(self.classes, ty);
                let _ = writeln!(code, "{class} {name} = new {class}({});", args.join(", "));
            }
            if later.len() == open.len() {
                return None;
            }
            open = later;
        }
        Some(())
    }

    /// Sets fields and elements.
    fn fill(&self, object: i64, code: &mut String) -> Option<()> {
        let Object { name, ty } = self.objects.get(&object)?;
        match ty {
            Type::Array(element) => {
                let length = self.heap.length(object);
                if !element.is_reference() && length <= WRITTEN {
                    return Some(());
                }
                let (default, entries) = self.contents(object, element);
                if default != zero(element) {
                    let default = self.value(&default, element)?;
                    let _ = writeln!(code, "java.util.Arrays.fill({name}, {default});");
                }
                for (i, value) in entries {
                    let _ = writeln!(code, "{name}[{i}] = {};", self.value(&value, element)?);
                }
            }
            Type::Class(id) => {
                let info = self.classes.get(*id);
                let decl = info.decl;
                if decl.is_some_and(|d| d.kind == ClassKind::Record) {
                    return Some(());
                }
                if let Some((outer, ty)) = self.outer(object, *id) {
                    let class = java(self.classes, &Type::Class(*id));
                    let value = self.value(&outer, &ty)?;
                    let _ = writeln!(code, "set({name}, {class}.class, \"this$0\", {value});");
                }
                for (owner, field, field_name, ty, value) in self.fields(object, *id) {
                    let value = self.value(&value, &ty)?;
                    let class = java(self.classes, &Type::Class(owner));
                    let modifiers = field.map(|f| &f.modifiers);
                    let foreign = top(self.classes, owner) != self.home;
                    let generic = field.is_some_and(|f| self.classes.resolve(&f.ty, Some(owner)).is_none());
                    let direct = modifiers.is_some_and(|m| !(m.is_final || m.private && foreign)) && !generic;
                    let _ = match direct {
                        true if owner == *id => writeln!(code, "{name}.{field_name} = {value};"),
                        true => writeln!(code, "(({class}) {name}).{field_name} = {value};"),
                        false => writeln!(code, "set({name}, {class}.class, \"{field_name}\", {value});"),
                    };
                }
            }
            _ => return None,
        }
        Some(())
    }
}
