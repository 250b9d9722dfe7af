//! Files of a job, as many at a time as there are workers.

use super::given_up::{GivenUp, Reason};
use super::job::{Elsewhere, Failure, Job, Ordered, Returned, Worked, sources};
use super::processes::{Processes, Slot, threads, workers};
use crate::files::Input;
use crate::output::say;
use abide_base::shown;
use abide_verify::library::make_known;
use abide_verify::pipeline::Progress;
use abide_verify::{Definitions, FileCoverage, FileReport, Interface, Report};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Verifies files in processes of their own.
pub fn verify(job: &Job<'_>) -> Result<Report, Failure> {
    make_known();
    let processes = Processes::new(job, threads(job), None).map_err(Failure::NoWorker)?;
    let pool = Pool {
        job,
        processes,
        bugs: AtomicUsize::new(0),
    };
    let mut slots: Vec<Slot> = (0..workers(job)).map(|_| Slot::default()).collect();
    pool.introduce(&mut slots)?;
    let files = match job.elsewhere {
        None => {
            let order = pool.longest_first(job.chosen.to_vec());
            let done = pool.on_all(&mut slots, order.len(), |slot, i| {
                let at = order[i];
                Ok((at, pool.file(slot, at)?))
            })?;
            done.into_iter().collect::<BTreeMap<_, _>>().into_values().collect()
        }
        Some(others) => pool.with_others(others, &mut slots)?,
    };
    Ok(Report {
        sources: sources(job.files, job.context),
        files,
        prover: match (&job.prover, job.elsewhere) {
            (Some(known), _) => known.clone(),
            (None, Some(others)) => others.prover().to_string(),
            (None, None) => pool.processes.prover(),
        },
        cancelled: job.cancel.requested(),
        bugs: pool.bugs.load(Ordering::SeqCst),
    })
}

/// What can be read of the files of a job, or why that is not to be found out.
pub fn survey(job: &Job<'_>) -> Result<Vec<Result<FileCoverage, Reason>>, Failure> {
    let pool = Pool {
        job,
        processes: Processes::new(job, 1, None).map_err(Failure::NoWorker)?,
        bugs: AtomicUsize::new(0),
    };
    let mut slots: Vec<Slot> = (0..workers(job)).map(|_| Slot::default()).collect();
    pool.introduce(&mut slots)?;
    pool.on_all(&mut slots, job.chosen.len(), |slot, i| {
        pool.processes.survey(slot, job.chosen[i])
    })
}

struct Pool<'a> {
    job: &'a Job<'a>,
    processes: Processes<'a>,
    bugs: AtomicUsize,
}

impl Pool<'_> {
    /// Does something for each number, as many at a time as there are workers.
    fn on_all<T: Send>(
        &self,
        slots: &mut [Slot],
        count: usize,
        work: impl Fn(&mut Slot, usize) -> Result<T, Failure> + Sync,
    ) -> Result<Vec<T>, Failure> {
        let next = AtomicUsize::new(0);
        let run = |slot: &mut Slot| -> Result<Vec<(usize, T)>, Failure> {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::SeqCst);
                if at >= count {
                    return Ok(done);
                }
                // a failure ends all of them
                done.push((at, work(slot, at).inspect_err(|_| next.store(count, Ordering::SeqCst))?));
            }
        };
        let all = std::thread::scope(|scope| {
            let run = &run;
            let threads: Vec<_> = slots.iter_mut().map(|slot| scope.spawn(move || run(slot))).collect();
            let ended = threads
                .into_iter()
                .map(|t| t.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            ended.collect::<Result<Vec<_>, Failure>>()
        })?;
        let ordered: BTreeMap<usize, T> = all.into_iter().flatten().collect();
        Ok(ordered.into_values().collect())
    }

    /// Finds out what files have for each other. A file alone has no others.
    fn introduce(&self, slots: &mut [Slot]) -> Result<(), Failure> {
        let all: Vec<&Input> = self.job.files.iter().chain(self.job.context).collect();
        let defining: Vec<usize> = (0..all.len()).filter(|i| all[*i].language.name() == "c").collect();
        let mut definitions = Definitions::default();
        // others are told the headers of each file
        if all.len() > 1 || self.job.elsewhere.is_some() {
            let read = self.on_all(slots, defining.len(), |slot, i| self.interface(slot, defining[i]))?;
            for (at, interface) in defining.iter().zip(read) {
                let id = self.job.id(*at);
                match interface {
                    Some(interface) => definitions.add(id, interface),
                    None => drop(self.processes.beforehand().unreadable.insert(id)),
                }
            }
        }
        self.processes.beforehand().definitions = Some(definitions);
        Ok(())
    }

    /// What a file has for others, perhaps by an earlier run.
    fn interface(&self, slot: &mut Slot, at: usize) -> Result<Option<Interface>, Failure> {
        if let Some(kept) = self.job.results.as_ref().and_then(|r| r.interface(at)) {
            self.processes.headers().insert(at, Some(kept.headers().clone()));
            return Ok(Some(kept.value));
        }
        self.processes.read(slot, at)
    }

    /// What is known of a file by an earlier run.
    fn known(&self, at: usize) -> Option<FileReport> {
        let results = self.job.results.as_ref().filter(|_| !self.job.options.recheck)?;
        let beforehand = self.processes.beforehand();
        results.report(at, self.job.id(at), beforehand.definitions.as_ref()?)
    }

    /// Files in the order in which they are begun: those first that took longest in earlier runs. Of those that are new,
    /// nothing is known, and they keep their places before the ones that were quick.
    fn longest_first(&self, mut files: Vec<usize>) -> Vec<usize> {
        let Some(results) = &self.job.results else {
            return files;
        };
        let times: BTreeMap<usize, u64> = files.iter().filter_map(|at| Some((*at, results.time(*at)?))).collect();
        let usual = times.values().sum::<u64>() / (times.len() as u64).max(1);
        files.sort_by_key(|at| std::cmp::Reverse(times.get(at).copied().unwrap_or(usual)));
        files
    }

    /// Keeps what was found out of a file for later runs, and tells of it.
    fn finish(&self, at: usize, worked: Worked) -> FileReport {
        let Worked {
            report,
            bugs,
            basis,
            is_whole,
        } = worked;
        if let (Some(results), Some(basis)) = (&self.job.results, basis)
            && is_whole
            && self.processes.beforehand().unreadable.is_empty()
        {
            results.keep_report(at, basis.headers, basis.answers, &report);
        }
        self.bugs.fetch_add(bugs, Ordering::SeqCst);
        self.told(at, report)
    }

    fn told(&self, at: usize, mut report: FileReport) -> FileReport {
        // what comes from elsewhere has no names of languages in it
        let language = &self.job.files[at].language;
        (report.language, report.mode) = (language.name(), language.mode());
        let done = self.processes.done.fetch_add(1, Ordering::SeqCst) + 1;
        if self.job.elsewhere.is_some() {
            (self.job.progress)(Progress {
                done,
                total: self.job.chosen.len(),
                routine: shown(self.job.files[at].source.path()),
            });
        }
        (self.job.on_file)(&report);
        report
    }

    /// What is known of a file, or is found out of it here.
    fn file(&self, slot: &mut Slot, at: usize) -> Result<FileReport, Failure> {
        match self.known(at) {
            Some(report) => Ok(self.told(at, report)),
            None => self.here(slot, at),
        }
    }

    fn here(&self, slot: &mut Slot, at: usize) -> Result<FileReport, Failure> {
        Ok(self.finish(at, self.processes.file(slot, at)?))
    }

    /// Has files verified elsewhere, but for those that depend on more of this machine than can be sent.
    fn with_others(&self, others: &dyn Elsewhere, slots: &mut [Slot]) -> Result<Vec<FileReport>, Failure> {
        let mut done = BTreeMap::new();
        let (mut ordered, mut own) = (Vec::new(), Vec::new());
        for at in self.longest_first(self.job.chosen.to_vec()) {
            let input = &self.job.files[at];
            if let Some(report) = self.known(at) {
                done.insert(at, self.told(at, report));
                continue;
            }
            let headers = match input.language.name() {
                "c" => self.processes.headers().get(&at).cloned().flatten(),
                _ => Some(Default::default()),
            };
            match headers {
                Some(headers) => ordered.push(Ordered { at, headers }),
                None => own.push(at),
            }
        }
        let beforehand = self.processes.beforehand().clone();
        others.order(self.job, &ordered, &beforehand, &mut |at, returned| {
            let report = match returned {
                Returned::Worked(worked) => self.finish(at, *worked),
                Returned::GivenUp(reason) => self.told(at, self.given_up(at, reason)),
                Returned::Refused(why) => {
                    let path = shown(self.job.files[at].source.path());
                    say(&format!("note: {path} is verified on this machine: {why}"));
                    own.push(at);
                    return Ok(());
                }
            };
            done.insert(at, report);
            Ok(())
        })?;
        let here = self.on_all(slots, own.len(), |slot, i| self.here(slot, own[i]))?;
        done.extend(own.iter().copied().zip(here));
        Ok(done.into_values().collect())
    }

    /// The report of a file that was given up.
    fn given_up(&self, at: usize, reason: Reason) -> FileReport {
        let input = &self.job.files[at];
        let mut report = FileReport::bare(self.job.id(at), input.language.name(), input.language.mode());
        GivenUp::all(reason).add_to(&mut report, input.source.path());
        report
    }
}
