//! What types consist of, in words that mean the same in all files.

use super::{RecordId, Type, Types};

impl Types {
    /// What a type consists of; a structure with a tag by its tag.
    pub fn structure(&self, ty: &Type) -> String {
        match ty {
            Type::Pointer(to) => format!("* {}", self.structure(to)),
            Type::Array(of, count) => {
                let count = count.map_or(String::new(), |n| n.to_string());
                format!("[{count}] {}", self.structure(of))
            }
            Type::Bits(kind, width) => format!("{kind:?}:{width}"),
            Type::Record(id) if is_a_tag(&self.record(*id).name) => self.record(*id).name.clone(),
            // unnamed ones have names that differ from file to file
            Type::Record(id) => self.structure_inside(*id),
            Type::Function(_) => "function".to_string(),
            Type::Unknown(_) => "?".to_string(),
            plain => self.show(plain),
        }
    }

    /// The members of a structure or union.
    pub fn structure_inside(&self, id: RecordId) -> String {
        let record = self.record(id);
        let members = record.fields.iter().flatten();
        let members = members.map(|m| format!("{}: {}", m.name, self.structure(&m.ty)));
        let members: Vec<String> = members.collect();
        format!("{:?} {:?} {{{}}}", record.kind, record.layout, members.join("; "))
    }

    /// How a variable is told from one of the same name that another file has.
    pub fn variable(&self, name: &str, ty: &Type, volatile: bool) -> String {
        let inner = match ty {
            Type::Record(id) => self.structure_inside(*id),
            ty => self.structure(ty),
        };
        format!("{name}: {}{inner}", if volatile { "volatile " } else { "" })
    }
}

/// Is it a tag of the source, and not an invented one?
pub fn is_a_tag(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_')
}
