//! The side of the worker.

use super::limits;
use super::message::{self, Done, News, Order, Setup, Text, Told};
use super::purpose::Purpose;
use crate::args::Options;
use crate::cache::{Common, Routines, Shared};
use crate::files::{Input, Languages};
use crate::how::{jobs, missing_prover};
use crate::status::Status;
use abide_base::{Cancel, FileId, stopwatch};
use abide_verify::pipeline::Progress;
use abide_verify::{Beforehand, C, Earlier, Event, Headers, Interface, Project, Request, Settings, Survey, as_c};
use std::ffi::OsString;
use std::io::{self, BufReader};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

/// Does what it is told on standard input, until that ends.
pub fn serve(options: &Options) -> Status {
    let cancel = Cancel::default();
    let (to, orders) = channel();
    let (answer, answers) = channel();
    let listening = cancel.clone();
    std::thread::spawn(move || listen(&to, &answer, &listening));
    let Ok(Order::Setup(setup)) = orders.recv() else {
        return Status::Bad;
    };
    let mouth = Mouth::default();
    let shared = setup.shares.then(|| {
        Arc::new(Asking {
            mouth: mouth.clone(),
            answers: Mutex::new(answers),
        }) as Arc<dyn Shared>
    });
    match obey(setup, options, (&orders, &mouth), shared, &cancel) {
        Ok(()) => Status::Proved,
        Err(news) => {
            mouth.tell(*news);
            Status::Bad
        }
    }
}

/// Hands orders on. When nobody is left to give any, everything ends.
fn listen(to: &Sender<Order>, answer: &Sender<Option<Vec<u8>>>, cancel: &Cancel) {
    let mut from = BufReader::new(io::stdin());
    while let Ok(order) = message::read(&mut from) {
        match order {
            // while a solver lets itself be interrupted, the end must be heard
            Order::Cancel => {
                let cancel = cancel.clone();
                std::thread::spawn(move || cancel.request());
            }
            Order::Found(known) => {
                let _ = answer.send(known);
            }
            order => {
                let _ = to.send(order);
            }
        }
    }
    limits::vanish()
}

/// By which all is told.
#[derive(Clone, Default)]
struct Mouth(Arc<Mutex<()>>);

impl Mouth {
    fn tell(&self, news: News) {
        let _turn = self.0.lock().unwrap_or_else(|e| e.into_inner());
        let told = Told {
            spent: stopwatch::of_process(),
            news,
        };
        // whoever does not listen any more has ended
        let _ = message::write(&mut io::stdout().lock(), &told);
    }

    fn event(&self, event: Event) {
        match event {
            Event::Loaded(routines) => self.tell(News::Loaded(routines)),
            Event::Begun(routine) => {
                self.tell(News::Begun(routine.clone()));
                #[cfg(debug_assertions)]
                super::fault::at(&routine);
            }
            Event::Ended(routine) => self.tell(News::Ended(routine)),
        }
    }

    fn progress(&self, progress: Progress) {
        self.tell(News::Progress(progress.done, progress.total, progress.routine));
    }
}

/// Asks whoever started this process what other machines know of routines.
struct Asking {
    mouth: Mouth,
    answers: Mutex<Receiver<Option<Vec<u8>>>>,
}

impl Shared for Asking {
    fn find(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
        // one question at a time: the next answer is the one to it
        let answers = self.answers.lock().unwrap_or_else(|e| e.into_inner());
        self.mouth.tell(News::Find(*key));
        answers.recv().ok()?
    }

    fn keep(&self, key: &[u8; 32], value: &[u8]) {
        self.mouth.tell(News::Keep(*key, value.to_vec()));
    }
}

/// Follows the orders; gives what is told in the end if something is in the way.
fn obey(
    setup: Setup,
    options: &Options,
    (orders, mouth): (&Receiver<Order>, &Mouth),
    shared: Option<Arc<dyn Shared>>,
    cancel: &Cancel,
) -> Result<(), Box<News>> {
    let purpose = setup.purpose;
    let parts = setup.parts.iter().map(|words| {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        purpose.languages(&words)
    });
    let languages: Option<Vec<Languages>> = parts.collect();
    let languages = languages.ok_or_else(|| Box::new(News::Failed("the options cannot be used".to_string())))?;
    if purpose == Purpose::Survey {
        limits::confine(options.memory, THREADS);
        survey(setup, &languages, (orders, mouth));
        return Ok(());
    }
    let missing = |e| Box::new(News::Missing(missing_prover(e)));
    let prover = options.prover.find().map_err(missing)?;
    let second = options.second_prover.find().map_err(missing)?;
    // what is there by now belongs to no routine
    limits::confine(options.memory, THREADS + jobs(options.jobs));
    // Z3 is to give up before the system does
    if options.prover.is_in_process() {
        abide_prover_z3::limit_memory(options.memory / 4 * 3);
    }
    mouth.tell(News::Ready(prover.name()));
    let (files, context) = (inputs(setup.files, &languages), inputs(setup.context, &languages));
    let beforehand = introduction((&files, &context), orders, mouth);
    let Some(beforehand) = beforehand else {
        return Ok(());
    };
    let (events, progress) = (mouth.clone(), mouth.clone());
    let graph = setup.drawn.then_some(options.cut);
    let kept_as = purpose.kept_as(&prover.name());
    let common = kept_as.and_then(|name| Common::of(options, setup.mode, graph, &name));
    let request = Request {
        context: Input::pairs(&context),
        mode: setup.mode,
        settings: Settings {
            graph,
            ..purpose.settings(options)
        },
        second,
        cancel: cancel.clone(),
        progress: Arc::new(move |p| progress.progress(p)),
        events: Some(Arc::new(move |e| events.event(e))),
        beforehand,
        earlier: if options.recheck {
            Earlier::Rechecked
        } else {
            Earlier::Believed
        },
        cache: common.as_ref().and_then(|common| Routines::of(common, shared)),
        ..Request::new(Input::pairs(&files), prover)
    };
    let failed = |e: abide_prover::ProverError| Box::new(News::Failed(e.to_string()));
    let project = Project::new(&request).map_err(failed)?;
    mouth.tell(News::Knows);
    while let Ok(Order::Verify {
        file,
        without,
        jobs,
        headers,
    }) = orders.recv()
    {
        let (report, bugs) = project.file(file, &without, jobs).map_err(failed)?;
        let (source, language) = &request.files[file];
        mouth.tell(News::Done(Box::new(Done {
            report,
            bugs,
            headers: headers.then(|| language.headers(source.text())).flatten(),
            answers: project.answers(file),
        })));
    }
    Ok(())
}

/// Threads of a worker besides those that verify.
const THREADS: usize = 2;

/// Sees what can be read of files. That needs no prover.
fn survey(setup: Setup, languages: &[Languages], (orders, mouth): (&Receiver<Order>, &Mouth)) {
    mouth.tell(News::Ready(String::new()));
    let (files, context) = (inputs(setup.files, languages), inputs(setup.context, languages));
    let Some(beforehand) = introduction((&files, &context), orders, mouth) else {
        return;
    };
    let survey = Survey::new(Input::pairs(&files), &Input::pairs(&context), &beforehand);
    mouth.tell(News::Knows);
    while let Ok(Order::Survey(at)) = orders.recv() {
        #[cfg(debug_assertions)]
        super::fault::at(&files[at].source.path().display().to_string());
        mouth.tell(News::Surveyed(survey.file(at)));
    }
}

fn inputs(texts: Vec<Text>, languages: &[Languages]) -> Vec<Input> {
    let input = |text: Text| {
        let (origin, part, place) = (text.origin, text.part, text.place.clone());
        let source = text.source();
        let mut language = languages.get(part)?.of_origin(source.path(), origin)?;
        if let (Some(place), Some(c)) = (place, as_c(&*language)) {
            language = Arc::new(C {
                path: place.path.into(),
                flags: place.flags.into(),
                ..c.clone()
            });
        }
        Some(Input {
            source,
            language,
            origin,
            task: None,
            part,
        })
    };
    texts.into_iter().filter_map(input).collect()
}

/// Reads files by themselves until it is told what is known of all.
fn introduction((files, context): (&[Input], &[Input]), orders: &Receiver<Order>, mouth: &Mouth) -> Option<Beforehand> {
    loop {
        match orders.recv().ok()? {
            Order::Know(beforehand) => return Some(beforehand),
            Order::Read(at) => {
                let input = files.iter().chain(context).nth(at);
                let interface = input.map(read).unwrap_or_default();
                mouth.tell(News::Read(interface, input.and_then(headers)));
            }
            _ => return None,
        }
    }
}

fn headers(input: &Input) -> Option<Headers> {
    input.language.headers(input.source.text())
}

/// What a file has for others. Others of its kind must be able to read it, too.
fn read(input: &Input) -> Interface {
    let text = input.source.text();
    let interface = input.language.interface(FileId(0), text);
    input.language.together(&[(FileId(0), text)]);
    interface
}
