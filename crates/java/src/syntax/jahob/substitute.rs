//! Formulas of Jahob with terms for variables.

use super::formula::Formula;

/// The formula with arguments for the variables of a function. What is bound inside gets another name
/// where an argument speaks of a variable of that name.
pub(super) fn substituted(f: &Formula, vars: &[String], args: &[Formula]) -> Formula {
    let inside = |names: &[String], body: &Formula| under(names, body, vars, args);
    match f {
        Formula::Name(n) => match vars.iter().position(|v| v == n) {
            Some(i) => args[i].clone(),
            None => f.clone(),
        },
        Formula::Lambda(names, body) => {
            let (names, body) = inside(names, body);
            Formula::Lambda(names, body.into())
        }
        Formula::Quantified(all, names, body) => {
            let (own, types): (Vec<String>, Vec<Option<String>>) = names.iter().cloned().unzip();
            let (own, body) = inside(&own, body);
            Formula::Quantified(*all, own.into_iter().zip(types).collect(), body.into())
        }
        Formula::Such(name, body) => {
            let (names, body) = inside(std::slice::from_ref(name), body);
            Formula::Such(names.concat(), body.into())
        }
        Formula::Relation(names, body) => {
            let (names, body) = inside(names, body);
            Formula::Relation(names, body.into())
        }
        other => other.map_parts(&mut |part| substituted(part, vars, args)),
    }
}

/// [`substituted`] below a binder: its names, and its body.
fn under(names: &[String], body: &Formula, vars: &[String], args: &[Formula]) -> (Vec<String>, Formula) {
    let kept = vars.iter().zip(args).filter(|(v, _)| !names.contains(v));
    let (vars, args): (Vec<String>, Vec<Formula>) = kept.map(|(v, a)| (v.clone(), a.clone())).unzip();
    let taken: Vec<&str> = args.iter().flat_map(Formula::names).collect();
    let mut own = names.to_vec();
    for i in 0..own.len() {
        while taken.contains(&own[i].as_str()) || own[i] != names[i] && body.names().contains(&own[i].as_str()) {
            own[i].push('\'');
        }
    }
    if own == names {
        return (own, substituted(body, &vars, &args));
    }
    let renamed: Vec<Formula> = own.iter().map(|n| Formula::Name(n.clone())).collect();
    let body = substituted(body, names, &renamed);
    (own, substituted(&body, &vars, &args))
}
