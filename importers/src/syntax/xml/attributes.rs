//! The attributes of a start tag, or of an XML declaration.

use super::characters::{is_plain_name, is_white, trim};
use super::malformed::malformed;
use crate::report::Result;
use crate::syntax::Span;

/// An attribute as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attribute<'a> {
    /// The prefix of the name; "" if it has none.
    pub(crate) prefix: &'a str,
    /// The name after the prefix.
    pub(crate) local: &'a str,
    /// The value before its references are resolved.
    pub(crate) raw: &'a str,
    /// The span of the attribute in the document.
    pub(crate) span: Span,
}

/// Reads the attributes after a tag's name one by one. Ends after the first problem.
pub(crate) struct Attributes<'a> {
    rest: &'a str,
    /// The position of the remaining text in the document.
    at: usize,
}

impl<'a> Attributes<'a> {
    /// Creates a reader for text that begins at the byte `at` of the document.
    pub(crate) const fn new(text: &'a str, at: usize) -> Self {
        Self { rest: text, at }
    }

    fn take(&mut self) -> Option<Result<Attribute<'a>>> {
        let text = skip_white(self.rest);
        if text.is_empty() {
            return None;
        }
        let start = self.at + (self.rest.len() - text.len());
        Some(self.parse(text, start).map_err(|fact| {
            let length = text.bytes().position(is_white).unwrap_or(text.len());
            malformed(Span::new(start, start + length), fact)
        }))
    }

    /// Reads the attribute at the start of `text`, which begins at the byte `start` of the document.
    fn parse(&mut self, text: &'a str, start: usize) -> Result<Attribute<'a>, String> {
        if start == self.at {
            return Err("white space is missing before an attribute".to_owned());
        }
        let (name, value) = text.split_once('=').ok_or("an attribute has no `=`")?;
        let (prefix, local) = split_name(trim(name)).ok_or_else(|| format!("{name:?} is not an attribute name"))?;
        let value = skip_white(value);
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''));
        let quoted = quote.and_then(|quote| value[1..].split_once(quote));
        let (raw, rest) = quoted.ok_or_else(|| format!("the value of attribute `{local}` is not in quotes"))?;
        if raw.contains('<') {
            return Err(format!("the value of attribute `{local}` contains a `<`"));
        }
        let end = start + (text.len() - rest.len());
        (self.rest, self.at) = (rest, end);
        Ok(Attribute { prefix, local, raw, span: Span::new(start, end) })
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Result<Attribute<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let taken = self.take();
        if matches!(taken, Some(Err(_))) {
            self.rest = "";
        }
        taken
    }
}

/// Splits a name into its prefix (which may be empty) and its local part; `None` if the text is not a name.
pub(crate) fn split_name(name: &str) -> Option<(&str, &str)> {
    if is_plain_name(name) {
        return Some(("", name));
    }
    name.split_once(':').filter(|(prefix, local)| is_plain_name(prefix) && is_plain_name(local))
}

fn skip_white(text: &str) -> &str {
    text.trim_start_matches(|character: char| character.is_ascii() && is_white(character as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_come_one_by_one() {
        let all: Vec<_> = Attributes::new(" a='1'\n p:b = \"x > 'y'\" ", 10).map(Result::unwrap).collect();
        assert_eq!(all[0], Attribute { prefix: "", local: "a", raw: "1", span: Span::new(11, 16) });
        assert_eq!(all[1], Attribute { prefix: "p", local: "b", raw: "x > 'y'", span: Span::new(18, 33) });
        assert_eq!(all.len(), 2);
    }

    #[test]
    fn a_problem_ends_the_list() {
        for text in [" a", " a=", " a=1", " a='1", " a='1'b='2'", "a='1'", " 1a='1'", " a='<'", " :a='1'", " a:='1'"] {
            let all: Vec<_> = Attributes::new(text, 0).collect();
            assert!(all.last().is_some_and(Result::is_err), "{text}");
        }
        let problem = Attributes::new(" a='1'  b=1 c='1'", 0).last().unwrap().unwrap_err();
        assert_eq!(problem, malformed(Span::new(8, 11), "the value of attribute `b` is not in quotes"));
    }
}
