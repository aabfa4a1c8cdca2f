//! [`LeftOut`]: data of a file that its scene does not contain. There is one warning for each kind.

use rigmill_pipeline::{Code, Diagnostic};

use crate::report::shortened;

/// The maximum number of names in a message.
const MAX_NAMES: usize = 3;

/// A kind of data that scenes cannot represent: the words for one and for several (with their verb), and the remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) one: &'static str,
    pub(crate) many: &'static str,
    pub(crate) help: &'static str,
}

/// The data of one kind.
struct Counted {
    kind: Kind,
    count: usize,
    /// The first names, each once.
    names: Vec<String>,
    /// The number of items with other names.
    more: usize,
}

/// The data that is left out of a scene.
pub(crate) struct LeftOut {
    code: Code,
    kinds: Vec<Counted>,
}

impl LeftOut {
    pub(crate) const fn new(code: Code) -> Self {
        Self { code, kinds: Vec::new() }
    }

    /// Adds an item. The message lists the first names. An item without a name is only counted.
    pub(crate) fn add(&mut self, kind: Kind, name: &str) {
        self.add_many(kind, 1, name);
    }

    /// Adds several items that belong to the element with this name.
    pub(crate) fn add_many(&mut self, kind: Kind, count: usize, name: &str) {
        self.add_shown(kind, count, &shortened(name));
    }

    /// Adds several items with a text of the program, which is not shortened like a name from a file.
    pub(crate) fn add_shown(&mut self, kind: Kind, count: usize, name: &str) {
        if count == 0 {
            return;
        }
        let known = self.kinds.iter().position(|it| it.kind == kind).unwrap_or_else(|| {
            self.kinds.push(Counted { kind, count: 0, names: Vec::new(), more: 0 });
            self.kinds.len() - 1
        });
        let counted = &mut self.kinds[known];
        counted.count = counted.count.saturating_add(count);
        if name.is_empty() || counted.names.iter().any(|it| it == name) {
            return;
        }
        match counted.names.len() {
            MAX_NAMES => counted.more += 1,
            _ => counted.names.push(name.to_owned()),
        }
    }

    /// Returns a warning for each kind.
    pub(crate) fn into_warnings(self) -> impl Iterator<Item = Diagnostic> {
        let code = self.code;
        self.kinds.into_iter().map(move |it| it.warning(code))
    }
}

impl Counted {
    fn warning(self, code: Code) -> Diagnostic {
        let Kind { one, many, help } = self.kind;
        let what = if self.count == 1 { one } else { many };
        let mut fact = format!("{} {what} left out", self.count);
        let names: Vec<String> = self.names.iter().map(|name| format!("{name:?}")).collect();
        if !names.is_empty() {
            fact += &format!(": {}", names.join(", "));
        }
        if self.more > 0 {
            fact += &format!(" and {} more", self.more);
        }
        Diagnostic::warning(code, fact).help(help)
    }
}
