//! Fields, methods and constants of classes, inherited ones among them.

use super::build::interface_methods;
use super::{ClassId, Classes, FieldRef, MethodRef, Type};
use crate::syntax::ast;

/// The methods that every object has.
const OF_OBJECTS: [&str; 9] = [
    "equals",
    "hashCode",
    "toString",
    "getClass",
    "clone",
    "finalize",
    "notify",
    "notifyAll",
    "wait",
];

/// Those that exceptions have besides.
const OF_EXCEPTIONS: [&str; 10] = [
    "getMessage",
    "getLocalizedMessage",
    "getCause",
    "initCause",
    "getStackTrace",
    "setStackTrace",
    "fillInStackTrace",
    "printStackTrace",
    "addSuppressed",
    "getSuppressed",
];

impl<'a> Classes<'a> {
    /// A field by name, in the class or above.
    pub fn field(&self, class: ClassId, name: &str) -> Option<FieldRef<'a>> {
        self.ancestors(class).into_iter().find_map(|id| {
            let info = &self.list[id.0];
            let inherited = |f: &ast::Field| id == class || !f.modifiers.private || f.modifiers.spec_public;
            let mut fields = info.decl?.fields.iter();
            let decl = fields.find(|f| &*f.name.text == name && inherited(f))?;
            let is_static = decl.modifiers.is_static || info.interface && !decl.modifiers.instance;
            Some(FieldRef {
                class: id,
                decl,
                is_static,
            })
        })
    }

    /// The class of an enum constant's body.
    pub fn constant_class(&self, class: ClassId, constant: &ast::EnumConstant) -> Option<ClassId> {
        self.hidden_class(class, constant.body.as_deref()?)
    }

    /// A class found in the code of a class, by the name it was given there.
    pub fn hidden_class(&self, class: ClassId, name: &str) -> Option<ClassId> {
        self.list[class.0].nested.get(name).copied()
    }

    /// Has a class an implementation of a method, of its own or from a class or interface that we know?
    pub fn is_implemented(&self, class: ClassId, m: MethodRef<'a>) -> bool {
        self.ancestors(class).into_iter().any(|id| {
            let decl = self.list[id.0].decl;
            let own = decl.into_iter().flat_map(|d| d.methods.iter().chain(&d.implied));
            let mut same = own.filter(|d| {
                let written = d.body.is_some() || d.modifiers.native;
                written && !d.constructor && !d.modifiers.is_static && d.name.text == m.decl.name.text
            });
            same.any(|d| self.same_parameters(MethodRef { class: id, decl: d }, m))
        })
    }

    /// An enum constant's number.
    pub fn enum_constant(&self, class: ClassId, name: &str) -> Option<usize> {
        let decl = self.list[class.0].decl?;
        decl.constants.iter().position(|c| &*c.name.text == name)
    }

    /// Has the class a method of this name, of its own or inherited? Perhaps, if something above
    /// it is not in the file.
    pub fn has_method(&self, class: ClassId, name: &str) -> bool {
        self.ancestors(class).into_iter().any(|id| match self.list[id.0].decl {
            Some(decl) => {
                let mut inherited = decl.methods.iter().filter(|m| id == class || !m.modifiers.private);
                inherited.any(|m| !m.constructor && &*m.name.text == name)
            }
            None if id == self.library["Object"] => OF_OBJECTS.contains(&name),
            None if self.is_subclass(id, self.library["Throwable"]) => OF_EXCEPTIONS.contains(&name),
            None => match interface_methods(&self.list[id.0].name) {
                Some(methods) if self.list[id.0].interface => methods.contains(&name),
                _ => true,
            },
        })
    }

    /// Methods of a name that take so many arguments, in the class and above; one that is
    /// overridden is left out.
    pub fn methods(&self, class: ClassId, name: &str, args: usize) -> Vec<MethodRef<'a>> {
        let mut found: Vec<MethodRef<'a>> = Vec::new();
        for id in self.ancestors(class) {
            let Some(decl) = self.list[id.0].decl else { continue };
            let here = decl.methods.iter().filter(|m| {
                let variadic = m.params.last().is_some_and(|p| p.variadic);
                !m.constructor
                    && &*m.name.text == name
                    && !(m.modifiers.model && self.is_built_in(id))
                    && (id == class || !m.modifiers.private)
                    && (m.params.len() == args || variadic && args + 1 >= m.params.len())
            });
            for m in here {
                let candidate = MethodRef { class: id, decl: m };
                if !found
                    .iter()
                    .any(|f| f.class != id && self.same_parameters(*f, candidate))
                {
                    found.push(candidate);
                }
            }
        }
        found
    }

    /// The constructors of a class.
    pub fn constructors(&self, class: ClassId) -> Vec<MethodRef<'a>> {
        let decl = self.list[class.0].decl;
        let all = decl.iter().flat_map(|d| &d.methods).filter(|m| m.constructor);
        all.map(|decl| MethodRef { class, decl }).collect()
    }

    /// The types of a method's parameters.
    pub fn parameters(&self, m: MethodRef<'a>) -> Vec<Type> {
        let known = |ty: &ast::TypeRef| {
            let stands_for_any = self.is_parameter(ty, m.class, m.decl);
            self.resolve(ty, Some(m.class)).filter(|_| !stands_for_any)
        };
        let objects = |dims: usize| (0..dims).fold(self.object(), |t, _| Type::Array(Box::new(t)));
        let params = m.decl.params.iter();
        params
            .map(|p| known(&p.ty).unwrap_or_else(|| objects(p.ty.dims)))
            .collect()
    }

    fn same_parameters(&self, a: MethodRef<'a>, b: MethodRef<'a>) -> bool {
        let generic = |m: MethodRef<'a>, i: usize| {
            let name = &m.decl.params[i].ty.name;
            self.is_type_param(name, m.class) || m.decl.type_params.iter().any(|p| p.name.text == *name)
        };
        let (p, q) = (self.parameters(a), self.parameters(b));
        let mut places = 0..p.len();
        p.len() == q.len()
            && places.all(|i| p[i] == q[i] || (generic(a, i) || generic(b, i)) && !self.surely_differ(a, b, i))
    }

    /// Do two methods of which one's class is below the other's surely have different parameters at a place, of which
    /// one is a type parameter of its class?
    fn surely_differ(&self, a: MethodRef<'a>, b: MethodRef<'a>, i: usize) -> bool {
        let (low, up) = match self.is_subclass(a.class, b.class) {
            true => (a, b),
            false => (b, a),
        };
        let (own, theirs) = (&low.decl.params[i].ty, &up.decl.params[i].ty);
        if up.decl.type_params.iter().any(|p| p.name.text == theirs.name) {
            return false;
        }
        let Some((given, scope)) = self.stands_for(&theirs.name, up.class, low.class) else {
            return false;
        };
        let is_param = |ty: &ast::TypeRef| {
            self.list[low.class.0].type_params.iter().any(|p| **p == *ty.name)
                || low.decl.type_params.iter().any(|p| p.name.text == ty.name)
        };
        // a type parameter of the class below is no type that the source can name
        if scope == low.class && self.list[scope.0].type_params.iter().any(|p| **p == *given.name) {
            let known = self.resolve(own, Some(low.class)).filter(|ty| *ty != self.object());
            return known.is_some() && !is_param(own);
        }
        let given = ast::TypeRef {
            dims: given.dims + theirs.dims,
            ..given
        };
        let one = self.resolve(&given, Some(scope));
        let other = self.resolve(own, Some(low.class)).filter(|ty| *ty != self.object());
        !is_param(own) && matches!((one, other), (Some(one), Some(other)) if one != other)
    }

    /// What a type parameter of a class stands for in a class below it, and in which class that is written.
    pub fn stands_for(&self, param: &str, up: ClassId, low: ClassId) -> Option<(ast::TypeRef, ClassId)> {
        let decl = self.list[low.0].decl?;
        let place = |id: ClassId, name: &str| self.list[id.0].type_params.iter().position(|p| p == name);
        for written in decl.extends.iter().chain(&decl.implements) {
            let Some(Type::Class(next)) = self.resolve(written, Some(low)) else {
                continue;
            };
            if next == up {
                return Some((written.args.get(place(up, param)?)?.clone(), low));
            }
            if self.is_subclass(next, low) || !self.is_subclass(next, up) {
                continue;
            }
            let (found, scope) = self.stands_for(param, up, next)?;
            let Some(at) = place(next, &found.name).filter(|_| scope == next) else {
                return Some((found, scope));
            };
            let given = written.args.get(at)?.clone();
            let dims = given.dims + found.dims;
            return Some((ast::TypeRef { dims, ..given }, low));
        }
        None
    }

    /// May a class override the method? Not if only the method's own package knows it, and the class is in another.
    fn is_known_to(&self, m: MethodRef<'a>, class: ClassId) -> bool {
        let modifiers = &m.decl.modifiers;
        let package = |id: ClassId| self.list[id.0].file.map(|file| &self.files[file].package);
        let open = modifiers.public || modifiers.protected || self.list[m.class.0].interface;
        open || package(m.class) == package(class)
    }

    /// What a method overrides or implements, nearest first.
    pub fn overridden(&self, m: MethodRef<'a>) -> Vec<MethodRef<'a>> {
        if m.decl.constructor || m.decl.modifiers.is_static || m.decl.modifiers.private {
            return Vec::new();
        }
        let mut found: Vec<MethodRef<'a>> = Vec::new();
        for id in self.ancestors(m.class).into_iter().skip(1) {
            let methods = self.list[id.0].decl.into_iter().flat_map(|d| &d.methods);
            let mut same = methods.map(|decl| MethodRef { class: id, decl }).filter(|other| {
                let d = other.decl;
                // a model method of the library says more than the method beside it
                let alike = d.modifiers.model == m.decl.modifiers.model || !self.is_built_in(id);
                !d.constructor
                    && !d.modifiers.is_static
                    && !d.modifiers.private
                    && alike
                    && d.name.text == m.decl.name.text
                    && d.params.len() == m.decl.params.len()
                    && self.same_parameters(*other, m)
            });
            // one in between may have opened it to other packages
            let open = |other: &MethodRef<'a>| found.iter().chain([&m]).any(|o| self.is_known_to(*other, o.class));
            let next = same.find(open);
            found.extend(next);
        }
        found
    }

    /// Methods that a class has from above it, each with a method of an interface that it
    /// implements without knowing: only the class brings them together.
    pub fn adopted(&self, class: ClassId) -> Vec<(MethodRef<'a>, MethodRef<'a>)> {
        let mut found = Vec::new();
        let superclass = self.list[class.0].superclass;
        for id in self.ancestors(class) {
            let info = &self.list[id.0];
            let known_above = superclass.is_some_and(|up| self.is_subclass(up, id));
            let Some(decl) = info.decl.filter(|_| info.interface && id != class && !known_above) else {
                continue;
            };
            for m in decl.methods.iter().filter(|m| !m.modifiers.is_static) {
                let theirs = MethodRef { class: id, decl: m };
                let all = self.methods(class, &m.name.text, m.params.len());
                let own = all.into_iter().find(|o| self.same_parameters(*o, theirs));
                let own = own.filter(|o| o.decl.body.is_some() && o.class != class && !self.is_subclass(o.class, id));
                found.extend(own.map(|own| (own, theirs)));
            }
        }
        found
    }

    /// Is there a class above of which nothing is known?
    pub fn has_unknown_ancestor(&self, id: ClassId) -> bool {
        let interface = |c: &ClassId| self.list[c.0].interface && interface_methods(&self.list[c.0].name).is_some();
        let known =
            |c: &ClassId| self.list[c.0].decl.is_some() || self.library.values().any(|l| l == c) || interface(c);
        !self.ancestors(id).iter().all(known)
    }

    /// The methods of given classes that override a method with narrower parameters than it has where its own are
    /// type parameters: the compiler casts what they are given.
    pub fn narrowed(&self, m: MethodRef<'a>) -> Vec<MethodRef<'a>> {
        let own = self.parameters(m);
        let below = self.overriders(m).into_iter();
        let all = below.flat_map(|class| self.methods(class, &m.decl.name.text, own.len()));
        let mut found: Vec<MethodRef<'a>> = Vec::new();
        for o in all.filter(|o| self.same_parameters(*o, m) && self.parameters(*o) != own) {
            if !found.iter().any(|f| std::ptr::eq(f.decl, o.decl)) {
                found.push(o);
            }
        }
        found
    }

    /// Does a class that we know override the method?
    pub fn is_overridden(&self, m: MethodRef<'a>) -> bool {
        !self.overriders(m).is_empty()
    }

    /// The classes that we know and that override the method, by one of their own or by one that they have from a
    /// class above that knows nothing of it.
    pub fn overriders(&self, m: MethodRef<'a>) -> Vec<ClassId> {
        if m.decl.modifiers.private || m.decl.modifiers.is_static {
            return Vec::new();
        }
        let below = self.ids().filter(|id| *id != m.class && self.is_subclass(*id, m.class));
        let overrides = |class: &ClassId| {
            let named = self.methods(*class, &m.decl.name.text, m.decl.params.len());
            let mut same = named.into_iter().filter(|o| self.same_parameters(*o, m));
            same.any(|o| match self.is_subclass(o.class, m.class) {
                true => o.class == *class && self.overridden(o).iter().any(|up| std::ptr::eq(up.decl, m.decl)),
                false => true,
            })
        };
        below.filter(overrides).collect()
    }
}
