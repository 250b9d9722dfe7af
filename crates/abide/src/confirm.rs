//! Confirmation of refutations: the failing programs are compiled and run.
//!
//! A refutation that the machine does not confirm is a mistake of ours, and the check is open. Where no program can be
//! written, compiled or run to its end, the refutation stands and says so.

use abide_base::Cancel;
use abide_base::process::{on_path, wait_while};
use abide_verify::{C_TEST_FAILS as FAILS, C_TEST_UNSEEN as UNSEEN, JAVA_TEST_UNBUILT as UNBUILT};
use abide_verify::{Confirmation, Obligation, Report, Verdict, encoding};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time to compile a program, and to run it.
const COMPILE: Duration = Duration::from_secs(60);
const RUN: Duration = Duration::from_secs(20);

/// What makes a Java machine begin quickly.
const QUICK: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// Gigabytes that a program may take.
const MEMORY: u32 = 2;

/// A program that is to fail, and the obligation it belongs to.
struct Trial<'r> {
    language: &'static str,
    /// The name of the source.
    name: String,
    /// Where it lies: headers and other classes are looked for from there.
    home: PathBuf,
    /// The package that the source of Java says it is in, which its program leaves out.
    package: String,
    obligation: &'r mut Obligation,
}

/// Runs the programs of all refuted checks, so many at a time and until a stop is asked for; those that do not fail
/// leave their checks open.
pub fn confirm(report: &mut Report, threads: usize, cancel: &Cancel) {
    let machine = Machine { cancel };
    let mut trials = Vec::new();
    for file in &mut report.files {
        let path = report.sources.file(file.file).path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        let home = path
            .parent()
            .filter(|p| !p.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let home = home.canonicalize().unwrap_or_default();
        let package = package(report.sources.file(file.file).text());
        let obligations = file.routines.iter_mut().flat_map(|r| &mut r.obligations);
        let refuted = obligations.filter(|o| o.verdict == Verdict::Refuted && o.counterexample.is_some());
        trials.extend(refuted.map(|obligation| Trial {
            language: file.language,
            name: name.clone(),
            home: home.clone(),
            package: package.clone(),
            obligation,
        }));
    }
    let queue = Mutex::new(trials.into_iter());
    let next = || queue.lock().ok()?.next();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(trial) = next() {
                    trial.run(&machine);
                }
            });
        }
    });
    for routine in report.files.iter_mut().flat_map(|f| &mut f.routines) {
        let verdicts = routine.obligations.iter().map(|o| o.verdict);
        if routine.verdict == Verdict::Refuted {
            routine.verdict = verdicts.max().unwrap_or(Verdict::Open);
        }
        let mut refuted = routine.obligations.iter().filter(|o| o.verdict == Verdict::Refuted);
        routine.counterexample = refuted.find_map(|o| o.counterexample.clone());
    }
}

impl Trial<'_> {
    fn run(self, machine: &Machine) {
        let Some(counterexample) = &mut self.obligation.counterexample else {
            return;
        };
        let ran = match &counterexample.test {
            None => Ok(Confirmation::Impossible("no program can show it".to_string())),
            Some(_) if machine.cancel.requested() => {
                Ok(Confirmation::Impossible("a stop was asked for before".to_string()))
            }
            Some(test) => match self.language {
                "java" => machine.java(&self.name, root(&self.home, &self.package), &self.package, test),
                "c" => machine.c(&self.name, &self.home, test),
                other => Ok(Confirmation::Impossible(format!("{other} does not run on the machine"))),
            },
        };
        let ran = ran.unwrap_or_else(|e| Confirmation::Impossible(e.to_string()));
        if ran == Confirmation::Passes {
            self.obligation.verdict = Verdict::Open;
            self.obligation.message = format!("not known whether {}", self.obligation.kind.success());
            self.obligation.details = vec![
                "a failing input was found, but the program that runs it does not fail: this is a bug in Abide, please report it"
                    .to_string(),
            ];
        }
        counterexample.confirmation = ran;
    }
}

/// The machine, for as long as nobody asks to stop.
struct Machine<'c> {
    cancel: &'c Cancel,
}

impl Machine<'_> {
    /// Compiles a program with javac and runs it with java.
    fn java(&self, name: &str, root: Option<&Path>, package: &str, test: &str) -> io::Result<Confirmation> {
        let (Some(javac), Some(java)) = (on_path("javac"), on_path("java")) else {
            return Ok(Confirmation::Impossible("there is no JDK".to_string()));
        };
        let memory = memory(test.lines().next().unwrap_or_default());
        if memory > MEMORY {
            return Ok(Confirmation::Impossible(format!("it takes {memory} gigabytes")));
        }
        let folder = tempfile::tempdir()?;
        let classes = folder.path().join("classes");
        std::fs::create_dir(&classes)?;
        let head = match root {
            Some(_) if !package.is_empty() => format!("package {package};\n"),
            _ => String::new(),
        };
        std::fs::write(folder.path().join(name), head + test)?;
        let mut compile = Command::new(javac);
        compile
            .args(QUICK.map(|q| format!("-J{q}")))
            .args([
                "-proc:none",
                "-nowarn",
                "-encoding",
                "UTF-8",
                "-XDignore.symbol.file",
                "-d",
            ])
            .arg(&classes);
        if let Some(root) = root {
            compile.arg("-sourcepath").arg(root);
        }
        compile.arg(folder.path().join(name));
        if let Some(obstacle) = self.compiled(&mut compile, folder.path())? {
            return Ok(obstacle);
        }
        let Some(main) = main_class(&classes, "") else {
            return Ok(Confirmation::Impossible("its class was not found".to_string()));
        };
        // assertions may be on or off
        let mut said = Confirmation::Passes;
        for switch in ["-ea", "-da"] {
            let mut run = Command::new(&java);
            run.arg(format!("-Xmx{memory}g"))
                .args(QUICK)
                .args([switch, "-cp"])
                .arg(&classes)
                .arg(&main);
            said = self.java_ended(&mut run, folder.path())?;
            if said != Confirmation::Passes {
                break;
            }
        }
        Ok(said)
    }

    /// How a run of a Java machine ends.
    fn java_ended(&self, run: &mut Command, folder: &Path) -> io::Result<Confirmation> {
        Ok(match self.ended(run, folder, RUN)? {
            (None, _) => Confirmation::Impossible("the program does not end in time".to_string()),
            (Some(status), _) if status.code() == Some(UNBUILT) => {
                Confirmation::Impossible("its input cannot be built".to_string())
            }
            (Some(_), stderr) if stderr.contains("java.lang.OutOfMemoryError") => {
                Confirmation::Impossible("it takes too much memory".to_string())
            }
            (Some(status), stderr) if !status.success() && stderr.contains("Exception in thread \"main\"") => {
                let linkage = [
                    "java.lang.NoClassDefFoundError",
                    "java.lang.UnsupportedClassVersionError",
                ];
                match linkage.iter().find(|l| stderr.contains(*l)) {
                    Some(error) => Confirmation::Impossible(format!("the program ends with {error}")),
                    None => Confirmation::Fails,
                }
            }
            (Some(_), _) => Confirmation::Passes,
        })
    }

    /// Compiles a program with cc and its sanitizers, and runs it.
    fn c(&self, name: &str, home: &Path, test: &str) -> io::Result<Confirmation> {
        let Some(cc) = on_path("cc").or_else(|| on_path("gcc")).or_else(|| on_path("clang")) else {
            return Ok(Confirmation::Impossible("there is no C compiler".to_string()));
        };
        let folder = tempfile::tempdir()?;
        let source = folder.path().join(name).with_extension("c");
        std::fs::write(&source, encoding::encode(test))?;
        let program = folder.path().join("program");
        let mut compile = Command::new(cc);
        compile
            .args([
                "-fsanitize=address,undefined",
                "-fno-sanitize-recover=all",
                "-g",
                "-O0",
                "-w",
                "-o",
            ])
            .arg(&program)
            .arg("-I")
            .arg(home)
            .arg(&source)
            .arg("-lm");
        if let Some(obstacle) = self.compiled(&mut compile, folder.path())? {
            return Ok(obstacle);
        }
        let mut run = Command::new(program);
        run.env(
            "ASAN_OPTIONS",
            "detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=1",
        );
        Ok(match self.ended(&mut run, folder.path(), RUN)? {
            (None, _) => Confirmation::Impossible("the program does not end in time".to_string()),
            (Some(status), stderr) if status.code() == Some(FAILS) || !status.success() && is_failure(&stderr) => {
                Confirmation::Fails
            }
            (Some(_), _) if test.lines().next().is_some_and(|l| l.contains(UNSEEN)) => {
                Confirmation::Impossible("the sanitizers do not see it".to_string())
            }
            (Some(_), _) => Confirmation::Passes,
        })
    }

    /// Compiles; none if that went well.
    fn compiled(&self, command: &mut Command, folder: &Path) -> io::Result<Option<Confirmation>> {
        Ok(match self.ended(command, folder, COMPILE)? {
            (Some(status), _) if status.success() => None,
            (Some(_), stderr) => {
                let mut errors = stderr.lines().filter(|l| l.contains("error"));
                let first = errors.next().or(stderr.lines().next()).unwrap_or_default();
                Some(Confirmation::Impossible(format!(
                    "its program does not compile: {first}"
                )))
            }
            (None, _) => Some(Confirmation::Impossible(
                "its program takes too long to compile".to_string(),
            )),
        })
    }

    /// Runs a command in a folder: how it ended, if it did in time, and what it said on the second stream.
    fn ended(&self, command: &mut Command, folder: &Path, time: Duration) -> io::Result<(Option<ExitStatus>, String)> {
        let stderr = folder.join("stderr");
        let started = Instant::now();
        let mut child = command
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&stderr)?)
            .spawn()?;
        let status = wait_while(&mut child, || started.elapsed() < time && !self.cancel.requested())?;
        let stderr = std::fs::read(&stderr)?;
        Ok((status, String::from_utf8_lossy(&stderr).into_owned()))
    }
}

/// The package that a source of Java says it is in.
fn package(source: &str) -> String {
    let said = source
        .lines()
        .find_map(|l| l.trim().strip_prefix("package ")?.strip_suffix(';'));
    said.unwrap_or_default().trim().to_string()
}

/// The folder that the packages begin in, if the source lies where its package says.
fn root<'p>(home: &'p Path, package: &str) -> Option<&'p Path> {
    let folders: PathBuf = package.split('.').collect();
    match home.ends_with(&folders) {
        true => home.ancestors().nth(folders.components().count()),
        false => None,
    }
}

/// Gigabytes that the first line of a test asks for.
fn memory(line: &str) -> u32 {
    let asked = line.split_once("-Xmx").map(|(_, rest)| rest);
    let digits: String = asked.unwrap_or("1").chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(u32::MAX)
}

/// The class with the `main` that was added, in a folder of classes.
fn main_class(folder: &Path, package: &str) -> Option<String> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|e| Some(e.ok()?.path()))
        .collect();
    entries.sort();
    entries.into_iter().find_map(|path| {
        let name = path.file_name()?.to_string_lossy().to_string();
        if path.is_dir() {
            return main_class(&path, &format!("{package}{name}."));
        }
        let class = name.strip_suffix(".class")?;
        class.ends_with("AbideTest").then(|| format!("{package}{class}"))
    })
}

/// Do the sanitizers, or the test itself, tell of a failure?
fn is_failure(stderr: &str) -> bool {
    let words = ["ERROR: AddressSanitizer", "runtime error:", "Assertion"];
    words.iter().any(|w| stderr.contains(w))
}
