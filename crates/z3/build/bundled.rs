//! Compiles Z3 from the source that the crate `z3-src` carries, without cmake.
//!
//! The steps are those of Z3's own `CMakeLists.txt` for a release build of the
//! static library:
//!
//! 1. find the source ([`source`]);
//! 2. generate the four files that are not in it ([`generate`]): the version
//!    header, and what Z3's own Python scripts write;
//! 3. collect what the `CMakeLists.txt` of every component lists ([`units`]);
//! 4. compile it, always optimised, whatever the profile of the Rust code: an
//!    unoptimised Z3 is ten times slower and nobody here debugs it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Overrides the source; the crate `z3-src` obeys the same variable.
const SOURCE_OVERRIDE: &str = "Z3_SRC_SOURCE_DIR";

/// The headers that describe the C API, in the order of Z3's `CMakeLists.txt`.
const API_HEADERS: [&str; 9] = [
    "z3_api.h",
    "z3_ast_containers.h",
    "z3_algebraic.h",
    "z3_polynomial.h",
    "z3_rcf.h",
    "z3_fixedpoint.h",
    "z3_optimization.h",
    "z3_fpa.h",
    "z3_spacer.h",
];

pub fn build() {
    println!("cargo::rerun-if-env-changed={SOURCE_OVERRIDE}");
    let source = source();
    let generated = out_folder().join("src");
    generate(&source, &generated);

    let mut cc = compiler();
    cc.include(&generated).include(source.join("src"));
    if !has_format(&cc) {
        let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
        cc.include(Path::new(&manifest).join("build/include"));
    }
    link_cpp_runtime(&mut cc);
    let mut units = units(&source.join("src"));
    units.push(generated.join("api/api_commands.cpp"));
    units.push(generated.join("api/api_log_macros.cpp"));
    let objects: Vec<PathBuf> = units
        .chunks(BATCH)
        .enumerate()
        .flat_map(|(i, batch)| compile(&cc, i, batch))
        .collect();
    cc.objects(objects).compile("z3");
}

/// How many units are compiled before the work so far is put on record.
const BATCH: usize = 50;

/// Compiles the units of batch `i` and gives their objects, or those of an
/// earlier run that was told to do the same: whoever interrupts a build of half
/// an hour should not have to begin it again.
fn compile(cc: &cc::Build, i: usize, units: &[PathBuf]) -> Vec<PathBuf> {
    let record = out_folder().join(format!("batch-{i}"));
    let tool = cc.get_compiler();
    let task = format!("{:?} {:?}\n{units:?}\n", tool.path(), tool.args());
    if let Some(objects) = fs::read_to_string(&record)
        .ok()
        .and_then(|r| Some(r.strip_prefix(&task)?.to_owned()))
    {
        return objects.lines().map(PathBuf::from).collect();
    }
    let objects = cc.clone().files(units).compile_intermediates();
    let lines: String = objects.iter().map(|object| format!("{}\n", object.display())).collect();
    fs::write(record, task + &lines).expect("OUT_DIR can be written");
    objects
}

fn out_folder() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"))
}

/// The folder with Z3's top `CMakeLists.txt`.
///
/// `z3-src` can build Z3 but does not say where its source lies, so cargo is
/// asked where it put that crate.
fn source() -> PathBuf {
    if let Some(folder) = env::var_os(SOURCE_OVERRIDE) {
        return PathBuf::from(folder);
    }
    // What this build needs has been fetched; a crate that only other members
    // of the workspace need may not have been, hence the second try.
    metadata(&["--offline"])
        .or_else(|_| metadata(&[]))
        .unwrap_or_else(|why| panic!("cannot find the source of Z3 ({why}); set {SOURCE_OVERRIDE} to a folder with it"))
}

fn metadata(network: &[&str]) -> Result<PathBuf, String> {
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--format-version", "1", "--features", "bundled"])
        .args(["--filter-platform", &env::var("HOST").expect("cargo sets HOST")])
        .arg("--manifest-path")
        .arg(env::var_os("CARGO_MANIFEST_PATH").expect("cargo sets CARGO_MANIFEST_PATH"))
        .args(network)
        .output()
        .map_err(|e| format!("cargo metadata: {e}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))?;
    metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|package| package["name"] == "z3-src")
        .and_then(|package| package["manifest_path"].as_str())
        .and_then(|manifest| Path::new(manifest).parent())
        .map(|folder| folder.join("z3"))
        .ok_or_else(|| "cargo metadata lists no package z3-src".into())
}

/// Writes into `out`, laid out like Z3's `src`, the files that Z3 generates
/// when it is built.
fn generate(source: &Path, out: &Path) {
    for folder in ["api", "ast/pattern", "util"] {
        fs::create_dir_all(out.join(folder)).expect("OUT_DIR can be written");
    }
    let version = fs::read_to_string(source.join("scripts/VERSION.txt"))
        .unwrap_or_else(|e| panic!("{} holds no source of Z3: {e}", source.display()));
    fs::write(out.join("util/z3_version.h"), version_header(version.trim())).expect("OUT_DIR can be written");

    let headers = API_HEADERS.map(|header| source.join("src/api").join(header));
    python(
        Command::new(python_program())
            .arg(source.join("scripts/update_api.py"))
            .args(headers)
            .arg("--api_output_dir")
            .arg(out.join("api")),
    );
    python(
        Command::new(python_program())
            .arg(source.join("scripts/mk_pat_db.py"))
            .arg(source.join("src/ast/pattern/database.smt2"))
            .arg(out.join("ast/pattern/database.h")),
    );
}

/// What cmake makes of `z3_version.h.cmake.in`.
fn version_header(version: &str) -> String {
    let names = ["MAJOR_VERSION", "MINOR_VERSION", "BUILD_NUMBER", "REVISION_NUMBER"];
    let parts: Vec<&str> = version.split('.').collect();
    assert_eq!(parts.len(), names.len(), "unexpected version of Z3: {version}");
    let mut header = String::new();
    for (name, part) in names.iter().zip(parts) {
        header += &format!("#define Z3_{name} {part}\n");
    }
    header + &format!("#define Z3_FULL_VERSION \"{version}\"\n")
}

fn python_program() -> &'static str {
    if cfg!(windows) { "python" } else { "python3" }
}

fn python(command: &mut Command) {
    // The source lies in cargo's registry: leave no __pycache__ there.
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("{command:?}: {status}"),
        Err(e) => panic!("Python is needed to compile Z3, and cannot be run ({command:?}): {e}"),
    }
}

/// The translation units of the library: whatever ends in `.cpp` in the
/// `CMakeLists.txt` of the components. The program (`shell`) and Z3's own tests
/// are not part of it.
fn units(folder: &Path) -> Vec<PathBuf> {
    let list = fs::read_to_string(folder.join("CMakeLists.txt")).unwrap_or_default();
    let mut units: Vec<PathBuf> = list
        .lines()
        .flat_map(|line| line.split('#').next().unwrap_or_default().split_whitespace())
        .filter(|word| word.ends_with(".cpp"))
        .map(|word| folder.join(word))
        .filter(|unit| unit.exists())
        .collect();
    let mut subfolders: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.expect("a folder can be read").path())
        .filter(|path| path.is_dir() && !path.ends_with("test") && !path.ends_with("shell"))
        .collect();
    subfolders.sort();
    for subfolder in subfolders {
        units.extend(self::units(&subfolder));
    }
    units
}

/// The options of Z3's own release build.
fn compiler() -> cc::Build {
    let mut cc = cc::Build::new();
    cc.cpp(true)
        .std("c++20")
        .opt_level(3)
        .debug(false)
        .warnings(false)
        .define("NDEBUG", None)
        .define("_EXTERNAL_RELEASE", None)
        .define("_MP_INTERNAL", None)
        .flag_if_supported("-fvisibility=hidden")
        .flag_if_supported("-fvisibility-inlines-hidden");
    if target("ENV") == "msvc" {
        cc.flag("/EHsc").flag("/bigobj");
    } else if target("ARCH") == "x86_64" {
        cc.flag("-mfpmath=sse").flag("-msse").flag("-msse2");
    }
    if target("OS") == "windows" {
        cc.define("_WINDOWS", None);
    }
    cc
}

/// Whether the C++ library has `std::format`.
fn has_format(cc: &cc::Build) -> bool {
    let probe = out_folder().join("probe.cpp");
    let program = "#include <format>\nstd::string probe() { return std::format(\"{}\", 1); }\n";
    fs::write(&probe, program).expect("OUT_DIR can be written");
    let mut cc = cc.clone();
    cc.cargo_output(false).cargo_warnings(false).file(probe);
    cc.try_compile_intermediates().is_ok()
}

/// Puts the C++ runtime into the program as well, where its static form can be
/// found, so that a program built here runs on a machine with another one.
fn link_cpp_runtime(cc: &mut cc::Build) {
    if target("OS") != "linux" {
        return; // `cc` links the platform's own runtime
    }
    let found = cc
        .get_compiler()
        .to_command()
        .arg("-print-file-name=libstdc++.a")
        .output();
    let path = found.map(|o| PathBuf::from(String::from_utf8_lossy(&o.stdout).trim().to_owned()));
    match path {
        // The compiler answers with the bare name when it has no such file.
        Ok(path) if path.is_absolute() && path.exists() => {
            let folder = path.parent().expect("an absolute file has a folder");
            println!("cargo::rustc-link-search=native={}", folder.display());
            cc.cpp_link_stdlib("stdc++").cpp_link_stdlib_static(true);
        }
        _ => {}
    }
}

fn target(what: &str) -> String {
    env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default()
}
