//! Frames of loops, printed with the invariants.

use super::batch::Batch;
use super::inferred::Inferred;
use super::request::Mode;

impl Batch<'_> {
    /// Adds the frames that loops do not have: everywhere where annotations are to be written, and with invariants where that
    /// is asked for.
    pub(super) fn add_frames(&self, inferred: &mut [Inferred]) {
        let all = self.run.request.mode == Mode::Infer;
        if !all && !self.run.request.settings.frames {
            return;
        }
        let is_wanted = |i: &Inferred| i.cfg.is_ok() && i.seen().is_none();
        let any = |i: &Inferred| is_wanted(i) && (all && !i.loops.is_empty() || !i.printed.clauses().is_empty());
        if !inferred.iter().any(any) {
            return;
        }
        let frames = self.language.frames(self.run.sources.file(self.file).text());
        for i in inferred.iter_mut().filter(|i| is_wanted(i)) {
            for at in 0..i.loops.len() {
                let span = i.loops[at].span;
                let own = span.file == self.file && (all || !i.printed.at(span).is_empty());
                if let Some((_, frame)) = frames.iter().find(|(place, _)| own && place.start == span.start) {
                    i.printed.frame(span, frame);
                }
            }
        }
    }
}
