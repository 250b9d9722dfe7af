//! The report as one page that needs nothing else: no scripts, no other files.
//!
//! [`page`] is the report as the template sees it, the template is `templates/report.html`. All
//! text is escaped by the template but the drawings, which escape their own.

mod clean;
mod listing;
mod page;

use crate::Unread;
use abide_verify::Report;
use askama::Template;

/// The page. It is XML as well as HTML.
pub fn html(report: &Report, unread: &[Unread]) -> String {
    page::Page::of(report, unread).render().expect("writing to a string")
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
            assert!(!["script", "link", "img", "iframe"].contains(&node.tag_name().name()));
            for attribute in node.attributes() {
                let is_link = ["href", "src", "xlink:href"].contains(&attribute.name());
                assert!(!is_link || attribute.value().starts_with('#'), "{}", attribute.value());
            }
        }
        document
    }

    fn show(report: &Report) -> String {
        html(report, &[]).replace(env!("CARGO_PKG_VERSION"), "VERSION")
    }

    #[test]
    fn verdicts_invariants_and_messages_are_in_the_page() {
        let page = show(&samples::mixed());
        parsed(&page);
        let body = page.split_once("</style>").expect("a style").1;
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
        let page = show(&report);
        let document = parsed(&page);
        assert!(!page.contains("<script"));
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
