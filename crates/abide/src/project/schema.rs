//! What may be in the file of a project, for editors: a JSON schema.

use super::options::{OVERRIDE, PATHS, known, known_of_some};
use clap::{Arg, ArgAction, Command};
use serde_json::{Map, Value, json};

/// The schema.
pub fn schema(all: &Command) -> Value {
    let mut properties = Map::new();
    for (key, arg) in known(all) {
        properties.insert(key, property(arg));
    }
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let mut paths = texts;
    paths["description"] = "What is looked at if the command line names nothing".into();
    properties.insert(PATHS.to_string(), paths);
    let mut some = Map::new();
    for (key, arg) in known_of_some(all) {
        some.insert(key, property(arg));
    }
    some.insert(
        PATHS.to_string(),
        json!({
            "type": "array",
            "items": { "type": "string" },
            "description": "Patterns of the files that have these options",
        }),
    );
    properties.insert(
        OVERRIDE.to_string(),
        json!({
            "description": "Options that only some files have",
            "type": "array",
            "items": {
                "type": "object",
                "properties": some,
                "required": [PATHS],
                "additionalProperties": false,
            },
        }),
    );
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "abide.toml",
        "description": "A project that Abide verifies: options of its command line",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

fn property(arg: &Arg) -> Value {
    let names: Vec<String> = arg
        .get_possible_values()
        .iter()
        .map(|value| value.get_name().to_string())
        .collect();
    let mut one = match names.is_empty() {
        true => json!({ "type": ["string", "number"] }),
        false => json!({ "enum": names }),
    };
    let mut found = match arg.get_action() {
        ArgAction::SetTrue => json!({ "type": "boolean" }),
        ArgAction::Append => json!({ "type": "array", "items": one }),
        _ => one.take(),
    };
    if let Some(help) = arg.get_help() {
        found["description"] = help.to_string().into();
    }
    found
}
