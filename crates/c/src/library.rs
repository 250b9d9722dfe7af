//! The C library as contracts in ACSL: headers that include the machine's own and declare its functions again.
//!
//! They stand in the folder `library/c` and are read whenever a program includes the header of that name. The folder
//! `library` of the crate is a link, with which they are packaged.

/// The headers: their names and their texts.
pub const HEADERS: [(&str, &str); 11] = [
    ("abide_library.h", include_str!("../library/abide_library.h")),
    ("assert.h", include_str!("../library/assert.h")),
    ("ctype.h", include_str!("../library/ctype.h")),
    ("errno.h", include_str!("../library/errno.h")),
    ("math.h", include_str!("../library/math.h")),
    ("stdio.h", include_str!("../library/stdio.h")),
    ("stdlib.h", include_str!("../library/stdlib.h")),
    ("string.h", include_str!("../library/string.h")),
    ("strings.h", include_str!("../library/strings.h")),
    ("time.h", include_str!("../library/time.h")),
    ("wctype.h", include_str!("../library/wctype.h")),
];

/// A function of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its contract and its declaration; a remark if it has no contract.
    pub text: String,
    /// Has it a contract?
    pub has_contract: bool,
}

/// The functions of a header, in the order of its text.
pub fn functions(header: &str) -> Vec<Function> {
    let mut found = Vec::new();
    let mut contract: Option<String> = None;
    for line in header.lines() {
        if let Some(text) = &mut contract {
            text.push_str(line);
            text.push('\n');
        } else if line.starts_with("/*@") || line.starts_with("//@") {
            contract = Some(format!("{line}\n"));
        }
        let remark = line
            .strip_prefix("/* ")
            .and_then(|l| l.strip_suffix(" */")?.split_once(": "));
        if let Some((name, _)) = remark.filter(|(name, _)| is_name(name)) {
            found.push(Function {
                name: name.to_string(),
                text: format!("{line}\n"),
                has_contract: false,
            });
        }
        let declared = line
            .split('(')
            .next()
            .and_then(|head| head.split([' ', '*']).next_back());
        match (line.ends_with(");"), declared.filter(|name| is_name(name)), &contract) {
            (true, Some(name), Some(text)) if !line.starts_with([' ', '/']) => {
                found.push(Function {
                    name: name.to_string(),
                    text: text.clone(),
                    has_contract: true,
                });
                contract = None;
            }
            // the definitions in front of the functions
            _ if line.is_empty() => contract = None,
            _ => {}
        }
    }
    found
}

/// The function of a name that has a contract.
pub fn function(name: &str) -> Option<Function> {
    let all = HEADERS.iter().flat_map(|(_, text)| functions(text));
    all.filter(|f| f.has_contract).find(|f| f.name == name)
}

/// What a function demands of its callers: the clauses `requires` of its contract.
pub fn demands(name: &str) -> Option<String> {
    let function = function(name)?;
    let mut clauses: Vec<String> = Vec::new();
    let mut inside = false;
    for line in function.text.lines() {
        let text = line.trim_start_matches([' ', '/', '*', '@']);
        let begins = ["requires", "assigns", "ensures"]
            .iter()
            .any(|word| text.starts_with(word));
        if begins || text.is_empty() {
            inside = text.starts_with("requires");
        }
        match clauses.last_mut() {
            _ if !inside => {}
            Some(last) if !begins => *last = format!("{last}\n  {text}"),
            _ => clauses.push(format!("  {text}")),
        }
    }
    (!clauses.is_empty()).then(|| clauses.join("\n"))
}

/// The parameters of a function, as its declaration has them: types and names.
pub fn parameters(function: &Function) -> Vec<(String, String)> {
    let declared = function.text.lines().last().unwrap_or_default();
    let list = declared.split_once('(').and_then(|(_, list)| list.strip_suffix(");"));
    let params = list
        .unwrap_or_default()
        .split(", ")
        .filter(|p| *p != "void" && !p.is_empty());
    let split = |param: &str| {
        let at = param.rfind([' ', '*']).map_or(0, |at| at + 1);
        (param[..at].trim().to_string(), param[at..].to_string())
    };
    params.map(split).collect()
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::{HEADERS, demands, function, functions, parameters};

    #[test]
    fn every_declaration_is_found_once() {
        let mut all = 0;
        for (name, text) in HEADERS {
            let found = functions(text);
            let declared = text
                .lines()
                .filter(|l| l.ends_with(");") && !l.starts_with([' ', '/', '#']));
            let with_contract = found.iter().filter(|f| f.has_contract).count();
            let plain = usize::from(name == "assert.h");
            assert_eq!(with_contract + plain, declared.count(), "{name}");
            all += with_contract;
        }
        assert!(all >= 150, "{all}");
    }
    #[test]
    fn demands_and_parameters() {
        let demanded = "  requires __is_string(s) && __is_string(set);";
        assert_eq!(demands("strspn").as_deref(), Some(demanded));
        assert_eq!(demands("strtok").unwrap().matches("requires").count(), 3);
        let params = parameters(&function("strtok").unwrap());
        let expected = [("char *", "s"), ("const char *", "delimiters")].map(|(t, n)| (t.to_string(), n.to_string()));
        assert_eq!(params, expected);
        assert_eq!(demands("clock"), None);
    }
}
