//! Values from Z3's models.

use crate::strings::string;
use abide_logic::{Int, MapValue, Sort, Value};
use abide_z3::*;

/// A model, and the element of it that is null.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) model: Z3_model,
    pub(crate) null: Z3_ast,
}

/// Reads a value of the given sort; `None` for a form that is no plain value.
///
/// # Safety
///
/// `ast` is a live term of the context `c`, and `model` the model it was evaluated in.
pub(crate) unsafe fn read(api: &Api, c: Z3_context, model: Seen, ast: Z3_ast, sort: &Sort) -> Option<Value> {
    unsafe {
        match sort {
            Sort::Bool => match api.get_bool_value(c, ast) {
                Z3_L_TRUE => Some(Value::Bool(true)),
                Z3_L_FALSE => Some(Value::Bool(false)),
                _ => None,
            },
            Sort::Int => number(api, c, ast).map(Value::Int),
            Sort::Float => number(api, c, ast).map(|code| Value::double(&code)),
            Sort::Ref if ast == model.null => Some(Value::NULL),
            Sort::Ref => object(api, c, ast).map(Value::Ref),
            Sort::Map(kv) => {
                let (key, value) = (&kv.0, &kv.1);
                if api.is_as_array(c, ast) {
                    let function = api.get_as_array_func_decl(c, ast);
                    return table(api, c, model, function, key, value).map(Value::map);
                }
                // store(store(const(d), k1, v1), k2, v2): the outermost entry wins
                let mut entries = Vec::new();
                let mut at = ast;
                loop {
                    if !api.is_app(c, at) {
                        return None;
                    }
                    let app = api.to_app(c, at);
                    let arg = |i| api.get_app_arg(c, app, i);
                    match api.get_decl_kind(c, api.get_app_decl(c, app)) {
                        Z3_OP_STORE if api.get_app_num_args(c, app) == 3 => {
                            entries.push((read(api, c, model, arg(1), key)?, read(api, c, model, arg(2), value)?));
                            at = arg(0);
                        }
                        Z3_OP_CONST_ARRAY => {
                            let mut map = MapValue::constant(read(api, c, model, arg(0), value)?);
                            for (k, v) in entries.into_iter().rev() {
                                map.set(k, v);
                            }
                            return Some(Value::map(map));
                        }
                        _ if api.is_as_array(c, at) => {
                            let mut map = table(api, c, model, api.get_as_array_func_decl(c, at), key, value)?;
                            for (k, v) in entries.into_iter().rev() {
                                map.set(k, v);
                            }
                            return Some(Value::map(map));
                        }
                        _ => return None,
                    }
                }
            }
        }
    }
}

/// The number of an object that is not null: models call their elements `Ref!val!0`, `Ref!val!1` and so on.
unsafe fn object(api: &Api, c: Z3_context, ast: Z3_ast) -> Option<i64> {
    unsafe {
        if !api.is_app(c, ast) {
            return None;
        }
        let decl = api.get_app_decl(c, api.to_app(c, ast));
        let name = string(api.get_symbol_string(c, api.get_decl_name(c, decl)));
        let number: i64 = name.rsplit_once('!')?.1.parse().ok()?;
        number.checked_add(1)
    }
}

unsafe fn number(api: &Api, c: Z3_context, ast: Z3_ast) -> Option<Int> {
    unsafe {
        if !api.is_numeral_ast(c, ast) {
            return None;
        }
        let mut small = 0i64;
        if api.get_numeral_int64(c, ast, &mut small) {
            return Some(Int::from(small));
        }
        string(api.get_numeral_string(c, ast)).parse().ok()
    }
}

/// The map of a function that the model gives by its entries.
unsafe fn table(
    api: &Api,
    c: Z3_context,
    model: Seen,
    function: Z3_func_decl,
    key: &Sort,
    value: &Sort,
) -> Option<MapValue> {
    unsafe {
        let rows = rows(api, c, model.model, function)?;
        let mut map = MapValue::constant(read(api, c, model, rows.otherwise, value)?);
        for (args, result) in rows.entries {
            let k = read(api, c, model, *args.first()?, key)?;
            map.set(k, read(api, c, model, result, value)?);
        }
        Some(map)
    }
}

/// A function as a model gives it: what it is for some arguments, and for all others. The model keeps
/// the terms.
pub(crate) struct Rows {
    pub(crate) entries: Vec<(Vec<Z3_ast>, Z3_ast)>,
    pub(crate) otherwise: Z3_ast,
}

/// The entries of a function, if the model has any.
///
/// # Safety
///
/// The model and the function live in the context.
pub(crate) unsafe fn rows(api: &Api, c: Z3_context, model: Z3_model, function: Z3_func_decl) -> Option<Rows> {
    // SAFETY: the table and its entries are counted while they are read.
    unsafe {
        let interp = api.model_get_func_interp(c, model, function);
        if interp.is_null() {
            return None;
        }
        api.func_interp_inc_ref(c, interp);
        let mut entries = Vec::new();
        for i in 0..api.func_interp_get_num_entries(c, interp) {
            let entry = api.func_interp_get_entry(c, interp, i);
            api.func_entry_inc_ref(c, entry);
            let count = api.func_entry_get_num_args(c, entry);
            let args = (0..count).map(|i| api.func_entry_get_arg(c, entry, i)).collect();
            entries.push((args, api.func_entry_get_value(c, entry)));
            api.func_entry_dec_ref(c, entry);
        }
        let otherwise = api.func_interp_get_else(c, interp);
        api.func_interp_dec_ref(c, interp);
        Some(Rows { entries, otherwise })
    }
}

/// The sort of values of a sort of Z3.
///
/// # Safety
///
/// The sort lives in the context.
pub(crate) unsafe fn sort(api: &Api, c: Z3_context, of: Z3_sort) -> Option<Sort> {
    unsafe {
        match api.get_sort_kind(c, of) {
            Z3_BOOL_SORT => Some(Sort::Bool),
            Z3_INT_SORT => Some(Sort::Int),
            Z3_UNINTERPRETED_SORT => Some(Sort::Ref),
            Z3_ARRAY_SORT => {
                let key = sort(api, c, api.get_array_sort_domain(c, of))?;
                Some(Sort::map(key, sort(api, c, api.get_array_sort_range(c, of))?))
            }
            _ => None,
        }
    }
}
