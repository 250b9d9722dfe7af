//! What Abide writes is Java: files with invariants compile with javac, and every refuted
//! program of the corpus comes with a program that really fails when java runs it.

use super::support::*;
use abide_infer::engine::EngineKind;
use abide_verify::Verdict;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Loads each compiled program apart from the others and tells how its `main` ended. A program
/// that ends the process is told by the line that is missing then.
const DRIVER: &str = r#"
import java.net.*;
import java.nio.file.*;

class Driver {
  public static void main(String[] args) throws Exception {
    System.setSecurityManager(new SecurityManager() {
      @Override public void checkExit(int status) { throw new SecurityException("exit " + status); }
      @Override public void checkPermission(java.security.Permission p) { }
    });
    for (String arg : args) {
      String[] parts = arg.split("=", 2);
      String end = "fine";
      try (URLClassLoader loader = new URLClassLoader(new URL[] {Path.of(parts[0]).toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
        Class<?> test = loader.loadClass(parts[1]);
        var main = test.getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        main.invoke(null, (Object) new String[0]);
      } catch (java.lang.reflect.InvocationTargetException e) {
        Throwable why = e.getCause();
        boolean exit = why instanceof SecurityException && "exit 0".equals(why.getMessage());
        end = exit ? "fine" : why instanceof LinkageError ? "broken" : "fails";
      }
      System.out.println("result " + end + " " + parts[1]);
    }
  }
}
"#;

fn run_tool(command: &mut Command) -> String {
    let shown = format!("{command:?}");
    let output = command
        .output()
        .unwrap_or_else(|e| panic!("a JDK is needed for this test: {shown}: {e}"));
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{shown} failed:\n{out}\n{err}");
    out.into_owned()
}

#[test]
fn every_emitted_program_fails() {
    if !has_jdk() {
        return;
    }
    let root = tempfile::tempdir().expect("a folder can be made");
    let report = verified("java", "refutes", EngineKind::Off);
    let (mut sources, mut programs, mut without) = (Vec::new(), Vec::new(), Vec::new());
    for file in &report.files {
        let class = report.sources.file(file.file).path().file_stem().unwrap_or_default();
        let class = class.to_string_lossy().to_string();
        // no program can look at all objects there are, nor at the ghosts that ESC/Java has for each of them
        let text = report.sources.file(file.file).text();
        let is_out_of_sight = text.contains("\\reach") || text.contains("/*:") || text.contains(".owner");
        for routine in file.routines.iter().filter(|r| r.verdict == Verdict::Refuted) {
            let test = routine.counterexample.as_ref().and_then(|c| c.test.clone());
            // one that needs more memory than a test should take says so in its first line
            match test.filter(|t| !t.lines().next().unwrap_or_default().contains("-Xmx")) {
                Some(text) => {
                    let folder = root.path().join(programs.len().to_string());
                    std::fs::create_dir_all(&folder).expect("a folder can be made");
                    let path = folder.join(format!("{class}.java"));
                    programs.push(main_class(&text).to_string());
                    std::fs::write(&path, text).expect("a file can be written");
                    sources.push(path);
                }
                // nor call what nobody wrote: implied constructors, accessors, initialisers
                None if is_out_of_sight || routine.name.contains('<') || class == "UnwrittenBroken" => {}
                None => without.push(routine.name.clone()),
            }
        }
    }
    assert!(without.len() <= 3, "no program for {without:?}");
    let driver = root.path().join("Driver.java");
    std::fs::write(&driver, DRIVER).expect("a file can be written");
    compile(root.path(), &[driver]);
    // together as far as classes of one name allow: those of the first refuted methods of all files, of the second, …
    let mut seen: BTreeMap<_, usize> = BTreeMap::new();
    let rounds: Vec<usize> = sources
        .iter()
        .map(|s| {
            let times = seen.entry(s.file_name()).or_default();
            *times += 1;
            *times
        })
        .collect();
    let folder = |round: usize| root.path().join(format!("round{round}"));
    for round in rounds.iter().copied().collect::<BTreeSet<usize>>() {
        let own = sources.iter().zip(&rounds).filter(|(_, r)| **r == round);
        compile(&folder(round), &own.map(|(s, _)| s.clone()).collect::<Vec<_>>());
    }
    let args = programs.iter().zip(&rounds).map(|(class, round)| {
        let place = folder(*round);
        format!("{}/={class}", place.display())
    });
    let mut java = Command::new("java");
    java.arg("-Djava.security.manager=allow")
        .arg("-cp")
        .arg(root.path())
        .arg("Driver")
        .args(args);
    let told = run_tool(&mut java);
    let wrong = |l: &&str| l.starts_with("result ") && !l.starts_with("result fails");
    let fine: Vec<&str> = told.lines().filter(wrong).collect();
    let ended = told.lines().filter(|l| l.starts_with("result ")).count();
    assert!(fine.is_empty(), "these do not fail: {fine:?}");
    assert_eq!(ended, programs.len(), "{told}");
}

#[test]
fn files_with_invariants_compile() {
    if !has_jdk() {
        return;
    }
    let root = tempfile::tempdir().expect("a folder can be made");
    let report = verified("java", "proves", EngineKind::Auto);
    let mut sources = Vec::new();
    for file in &report.files {
        if let Some(annotated) = &file.annotated {
            let name = report.sources.file(file.file).path().file_name().unwrap_or_default();
            sources.push(root.path().join(name));
            std::fs::write(root.path().join(name), annotated).expect("a file can be written");
        }
    }
    assert!(sources.len() > 40, "only {} files", sources.len());
    compile(&root.path().join("classes"), &sources);
}

fn compile(folder: &Path, sources: &[PathBuf]) {
    std::fs::create_dir_all(folder).expect("a folder can be made");
    let mut javac = Command::new("javac");
    javac
        .args(["-nowarn", "-XDignore.symbol.file", "-d"])
        .arg(folder)
        .args(sources);
    run_tool(&mut javac);
}

/// The class with the `main`, as the first line of a program names it.
fn main_class(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    let name = line.split('\'').nth(1).filter(|name| name.ends_with("$AbideTest"));
    name.unwrap_or_else(|| panic!("no class AbideTest in {line}"))
}
