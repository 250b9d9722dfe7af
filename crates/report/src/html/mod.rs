//! The report as one page that needs nothing else: no network, no other files.
//!
//! [`page`] and [`file`] are the report as the templates see it, which are in `templates/`. All text is escaped by the
//! templates but the drawings, which escape their own. The page has one script, for filters, sorting and keys; browsers
//! run no other, and without it everything can be read.

mod clean;
mod file;
mod listing;
mod page;
mod playground;

use crate::Unread;
use abide_verify::Report;
use askama::Template;

/// The page. It is XML as well as HTML.
pub fn html(report: &Report, unread: &[Unread]) -> String {
    page::Page::of(report, unread).render().expect("writing to a string")
}

/// The page of a local playground. It sends a text to `/verify` and shows the [`result`].
pub fn playground() -> String {
    playground::Playground::new().render().expect("writing to a string")
}

/// A report as the playground shows it.
pub fn result(report: &Report) -> String {
    playground::Found::of(report).render().expect("writing to a string")
}

/// The verdicts of a report in a few words.
pub fn headline(report: &Report) -> String {
    let (words, all) = page::headline(&page::counts(report), report.routines().count());
    page::text_of(&words, all.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use abide_verify::report::GraphReport;
    use abide_verify::{Moment, Verdict};
    use insta::assert_snapshot;

    /// The page must be well-formed, and its own: nothing is fetched from elsewhere.
    fn parsed(page: &str) -> roxmltree::Document<'_> {
        let options = roxmltree::ParsingOptions {
            allow_dtd: true,
            ..Default::default()
        };
        let document = roxmltree::Document::parse_with_options(page, options).expect("well-formed");
        for node in document.descendants() {
            assert!(!["link", "img", "iframe", "object"].contains(&node.tag_name().name()));
            for attribute in node.attributes() {
                let is_link = ["href", "src", "xlink:href"].contains(&attribute.name());
                assert!(!is_link || attribute.value().starts_with('#'), "{}", attribute.value());
            }
        }
        let scripts = document.descendants().filter(|n| n.tag_name().name() == "script");
        assert_eq!(scripts.count(), 1, "the one that is named by its hash");
        document
    }

    fn show(report: &Report) -> String {
        html(report, &[]).replace(env!("CARGO_PKG_VERSION"), "VERSION")
    }

    #[test]
    fn verdicts_invariants_and_messages_are_in_the_page() {
        let page = show(&samples::mixed());
        parsed(&page);
        let body = page.split_once("</script>").expect("a script").1;
        assert_snapshot!(body);
    }

    #[test]
    fn heaps_and_graphs_are_drawn() {
        let mut report = samples::mixed();
        let first = &mut report.files[0].routines[1];
        let heap = crate::heap::samples::doubly_linked();
        let counterexample = first.counterexample.as_mut().expect("it is refuted");
        counterexample.heaps.push(Moment {
            when: "at the start".into(),
            heap,
        });
        first.obligations[0].counterexample = Some(counterexample.clone());
        first.graph = Some(GraphReport::default());
        let page = show(&report);
        let document = parsed(&page);
        let titles: Vec<&str> = document
            .descendants()
            .filter(|n| n.tag_name().name() == "svg")
            .filter_map(|n| n.attribute("aria-label"))
            .collect();
        assert_eq!(
            titles,
            ["the heap at the start", "the abstract control-flow graph of first"]
        );
    }

    #[test]
    fn hostile_names_stay_text() {
        let hostile = "</code><script>alert('x')</script>&\"\u{0}\u{1b}";
        let mut report = samples::mixed();
        let routine = &mut report.files[0].routines[1];
        routine.name = hostile.into();
        routine.verdict = Verdict::Refuted;
        routine.graph = Some(GraphReport::default());
        routine.obligations[0].message = hostile.into();
        routine.obligations[0].details = vec![hostile.into()];
        let mut heap = crate::heap::samples::cyclic();
        heap.variables[0].0 = hostile.into();
        heap.objects[0].name = hostile.into();
        heap.objects[0].links[0].0 = hostile.into();
        heap.objects[0].data.push((hostile.into(), hostile.into()));
        let counterexample = routine.counterexample.as_mut().expect("it is refuted");
        counterexample.inputs.push((hostile.into(), hostile.into()));
        let when = hostile.to_string();
        counterexample.heaps.push(Moment { when, heap });
        routine.obligations[0].counterexample = Some(counterexample.clone());
        let page = show(&report);
        let document = parsed(&page);
        let seen = document.root_element().text_content();
        assert!(seen.contains("<script>alert('x')</script>&\""), "{seen}");
    }

    trait TextContent {
        fn text_content(&self) -> String;
    }

    impl TextContent for roxmltree::Node<'_, '_> {
        fn text_content(&self) -> String {
            self.descendants().filter_map(|n| n.text()).collect()
        }
    }

    #[test]
    fn files_that_could_not_be_read_are_shown() {
        let unread = Unread {
            path: "gone.gcl".into(),
            diagnostic: abide_base::Diagnostic::new(abide_base::Severity::Error, "gone.gcl cannot be read"),
        };
        let page = html(&samples::malformed(), &[unread]);
        parsed(&page);
        assert!(page.contains("gone.gcl cannot be read") && page.contains("an expression is expected"));
    }
}
