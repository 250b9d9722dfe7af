//! Values out of Z3's models.

use crate::context::{Context, string};
use abide_logic::{Int, MapValue, Sort, Value};
use abide_z3::*;

/// Reads a value of the given sort; `None` for a form that is no plain value.
///
/// # Safety
///
/// `ast` is a live term of the context, and `model` the model it was evaluated in.
pub(crate) unsafe fn read(cx: &Context, model: Z3_model, ast: Z3_ast, sort: &Sort) -> Option<Value> {
    let (api, c) = (cx.api, cx.raw);
    unsafe {
        match sort {
            Sort::Bool => match api.get_bool_value(c, ast) {
                Z3_L_TRUE => Some(Value::Bool(true)),
                Z3_L_FALSE => Some(Value::Bool(false)),
                _ => None,
            },
            Sort::Int => number(cx, ast).map(Value::Int),
            Sort::Ref => i64::try_from(&number(cx, ast)?).ok().map(Value::Ref),
            Sort::Map(kv) => {
                let (key, value) = (&kv.0, &kv.1);
                if api.is_as_array(c, ast) {
                    let function = api.get_as_array_func_decl(c, ast);
                    return table(cx, model, function, key, value).map(Value::map);
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
                            entries.push((read(cx, model, arg(1), key)?, read(cx, model, arg(2), value)?));
                            at = arg(0);
                        }
                        Z3_OP_CONST_ARRAY => {
                            let mut map = MapValue::constant(read(cx, model, arg(0), value)?);
                            for (k, v) in entries.into_iter().rev() {
                                map.set(k, v);
                            }
                            return Some(Value::map(map));
                        }
                        _ if api.is_as_array(c, at) => {
                            let mut map = table(cx, model, api.get_as_array_func_decl(c, at), key, value)?;
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

unsafe fn number(cx: &Context, ast: Z3_ast) -> Option<Int> {
    unsafe {
        if !cx.api.is_numeral_ast(cx.raw, ast) {
            return None;
        }
        let mut small = 0i64;
        if cx.api.get_numeral_int64(cx.raw, ast, &mut small) {
            return Some(Int::from(small));
        }
        string(cx.api.get_numeral_string(cx.raw, ast)).parse().ok()
    }
}

/// The map of a function that the model gives by its entries.
unsafe fn table(cx: &Context, model: Z3_model, function: Z3_func_decl, key: &Sort, value: &Sort) -> Option<MapValue> {
    let (api, c) = (cx.api, cx.raw);
    unsafe {
        let interp = api.model_get_func_interp(c, model, function);
        if interp.is_null() {
            return None;
        }
        api.func_interp_inc_ref(c, interp);
        let read_all = || {
            let mut map = MapValue::constant(read(cx, model, api.func_interp_get_else(c, interp), value)?);
            for i in 0..api.func_interp_get_num_entries(c, interp) {
                let entry = api.func_interp_get_entry(c, interp, i);
                api.func_entry_inc_ref(c, entry);
                let k = read(cx, model, api.func_entry_get_arg(c, entry, 0), key);
                let v = read(cx, model, api.func_entry_get_value(c, entry), value);
                api.func_entry_dec_ref(c, entry);
                map.set(k?, v?);
            }
            Some(map)
        };
        let map = read_all();
        api.func_interp_dec_ref(c, interp);
        map
    }
}
