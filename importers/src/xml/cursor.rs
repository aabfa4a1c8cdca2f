//! [`Cursor`]: walks a document element by element.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::errors::{Error, IllFormedError};
use quick_xml::events::Event;
use rigmill_dom::Position;
use rigmill_pipeline::{SourceText, nearest};

use super::attributes::{Attribute, Attributes, split_name};
use super::characters::{first_forbidden, is_all_white, is_plain_name, trim};
use super::declaration::Declaration;
use super::namespaces::{MOST_BINDINGS, Namespaces, SCHEMA_INSTANCE};
use super::references::{ReferenceError, resolve, unescape};
use crate::codes;
use crate::positions::Positions;
use crate::problems::{Problems, Stop, words};
use crate::span::Span;

/// How deep elements may nest.
const DEEPEST: usize = 64;
/// How many attributes one element may have.
const MOST_ATTRIBUTES: usize = 64;
/// How many bytes the name of an element, an attribute or a processing instruction may have.
const LONGEST_NAME: usize = 1024;

/// A start tag. An empty-element tag counts as a start tag that is followed by its end tag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<'a> {
    name: &'a str,
    foreign: bool,
    /// Whether it says `xsi:nil="true"`.
    pub(crate) nil: bool,
    /// The tag.
    pub(crate) span: Span,
}

impl<'a> Element<'a> {
    /// The local name of an element in no namespace; "" for any other element.
    pub(crate) const fn name(&self) -> &'a str {
        if self.foreign { "" } else { self.name }
    }
}

/// The text of an element that holds nothing else.
pub(crate) struct Text<'a> {
    /// References resolved, line ends as LF.
    pub(crate) value: Cow<'a, str>,
    /// Where it is; the start tag when it is empty.
    pub(crate) span: Span,
}

/// What a document is made of, after all checks of well-formedness.
enum Node<'a> {
    Start(Element<'a>),
    End,
    /// Text as written, without references.
    Text(&'a str),
    /// The content of a CDATA section, or of a resolved reference.
    Literal(Cow<'a, str>),
    Comment,
    Instruction,
    Eof,
}

/// Walks a document element by element, in order. Whoever is handed an [`Element`] reads it to its end, with
/// [`next_child`](Self::next_child) until there is none, with [`text`](Self::text) or with [`skip`](Self::skip).
pub(crate) struct Cursor<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    positions: Positions<'a>,
    namespaces: Namespaces<'a>,
    depth: usize,
    /// Where what was read last lies.
    span: Span,
    /// What is wrong so far.
    pub(crate) problems: Problems<'a>,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(source: &'a SourceText) -> Self {
        let text = source.as_str();
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.check_comments = true;
        config.expand_empty_elements = true;
        Self {
            text,
            reader,
            positions: Positions::new(text),
            namespaces: Namespaces::default(),
            depth: 0,
            span: Span::default(),
            problems: Problems::new(source, codes::MORE_PROBLEMS),
        }
    }

    /// The line and column at which a span begins.
    pub(crate) fn position(&self, span: Span) -> Position {
        self.positions.at(span.start)
    }

    /// Reads up to the root element's start tag.
    pub(crate) fn root(&mut self) -> Result<Element<'a>, Stop> {
        if let Some((at, character)) = first_forbidden(self.text) {
            let span = Span::new(at, at + character.len_utf8());
            let fact = format!("the character U+{:04X} is not allowed in XML", u32::from(character));
            return Err(self.malformed_at(span, fact));
        }
        if self.text.starts_with('\u{FEFF}') {
            return Err(self.malformed_at(Span::new(0, 3), "a second byte order mark"));
        }
        loop {
            match self.next()? {
                Node::Start(root) => return Ok(root),
                Node::Comment | Node::Instruction => {}
                Node::Text(text) if is_all_white(text) => {}
                Node::Text(_) | Node::Literal(_) | Node::End => {
                    return Err(self.malformed("text before the root element"));
                }
                Node::Eof => return Err(self.malformed("there is no root element")),
            }
        }
    }

    /// The next child of the element whose content is being read; `None` at the element's end. Text among the
    /// children leaves a warning.
    pub(crate) fn next_child(&mut self) -> Result<Option<Element<'a>>, Stop> {
        loop {
            match self.next()? {
                Node::Start(child) => return Ok(Some(child)),
                Node::End => return Ok(None),
                Node::Text(text) if is_all_white(text) => {}
                Node::Literal(text) if is_all_white(&text) => {}
                Node::Text(_) | Node::Literal(_) => self.stray_text(),
                Node::Comment | Node::Instruction => {}
                Node::Eof => return Err(self.unclosed()),
            }
        }
    }

    fn stray_text(&mut self) {
        self.problems.warning(codes::STRAY_TEXT, self.span, || {
            words("text among elements is ignored", "remove it, or set it in the element it belongs to")
        });
    }

    /// Reads the text of an element. `None` when there is markup inside, which has been reported.
    pub(crate) fn text(&mut self, element: &Element<'a>) -> Result<Option<Text<'a>>, Stop> {
        let mut value = Cow::Borrowed("");
        let mut span = None;
        let mut is_text = true;
        loop {
            match self.next()? {
                Node::End => break,
                Node::Text(text) => append(&mut value, normalise(text)),
                Node::Literal(text) => append(&mut value, text),
                Node::Start(child) => {
                    self.markup_in_value(element, "an element");
                    self.skip(&child)?;
                    is_text = false;
                    continue;
                }
                Node::Comment => is_text = self.markup_in_value(element, "a comment"),
                Node::Instruction => is_text = self.markup_in_value(element, "a processing instruction"),
                Node::Eof => return Err(self.unclosed()),
            }
            let start = span.map_or(self.span.start, |span: Span| span.start);
            span = Some(Span::new(start, self.span.end));
        }
        Ok(is_text.then(|| Text { value, span: span.unwrap_or(element.span) }))
    }

    fn markup_in_value(&mut self, element: &Element<'a>, what: &str) -> bool {
        self.problems.error(codes::MARKUP_IN_VALUE, self.span, || {
            words(format!("{what} inside `{}`", element.name), format!("set it before or after `{}`", element.name))
        });
        false
    }

    /// Reads past an element, whatever it holds.
    pub(crate) fn skip(&mut self, _element: &Element<'a>) -> Result<(), Stop> {
        let outside = self.depth - 1;
        while self.depth > outside {
            if matches!(self.next()?, Node::Eof) {
                return Err(self.unclosed());
            }
        }
        Ok(())
    }

    /// Reads past an element that is none of the `known` ones, with a warning.
    pub(crate) fn skip_unknown(&mut self, element: &Element<'a>, known: &[&'static str]) -> Result<(), Stop> {
        self.problems.warning(codes::UNKNOWN_ELEMENT, element.span, || {
            let fact = format!("the element `{}` is unknown and ignored", element.name);
            let help = match nearest(element.name, known.iter().copied()) {
                Some(name) if name == element.name => format!("`{name}` must be in no namespace"),
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("known here: `{}`", known.join("`, `")),
            };
            words(fact, help)
        });
        self.skip(element)
    }

    /// Reads past an element that repeats an earlier one, with a warning.
    pub(crate) fn skip_repeated(&mut self, element: &Element<'a>) -> Result<(), Stop> {
        self.problems.warning(codes::REPEATED_VALUE, element.span, || {
            words(format!("a second `{}` is ignored: the first counts", element.name), "remove one of them")
        });
        self.skip(element)
    }

    /// Looks at what follows the root element, which is ignored.
    pub(crate) fn after_root(&mut self) -> Result<(), Stop> {
        let rest = skip_misc(&self.text[self.span.end..]);
        self.span = Span::new(self.text.len() - rest.len(), self.text.len());
        if rest.starts_with("<!DOCTYPE") {
            return Err(self.doctype());
        }
        if !rest.is_empty() {
            self.problems.warning(codes::AFTER_ROOT, self.span, || {
                words("what follows the root element is ignored", "remove it")
            });
        }
        Ok(())
    }

    fn offset(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX).min(self.text.len())
    }

    fn next(&mut self) -> Result<Node<'a>, Stop> {
        let start = self.offset();
        let event = self.reader.read_event();
        self.span = Span::new(start, self.offset());
        match event {
            Ok(Event::Start(tag)) => self.start(tag.name().as_ref().len(), tag.len()),
            Ok(Event::End(_)) => {
                self.namespaces.leave(self.depth);
                self.depth = self.depth.saturating_sub(1);
                Ok(Node::End)
            }
            Ok(Event::Text(_)) => self.character_data(),
            Ok(Event::CData(data)) if self.depth > 0 => Ok(Node::Literal(normalise_cow(data.into_inner()))),
            Ok(Event::GeneralRef(reference)) if self.depth > 0 => match resolve(&reference) {
                Ok(character) => Ok(Node::Literal(Cow::Owned(character.to_string()))),
                Err(error) => Err(self.bad_reference(error)),
            },
            Ok(Event::CData(_) | Event::GeneralRef(_)) => Err(self.malformed("text outside the root element")),
            Ok(Event::Comment(_)) => Ok(Node::Comment),
            Ok(Event::PI(instruction)) => self.instruction(instruction.target()),
            Ok(Event::Decl(declaration)) => self.declaration(&declaration[3..]),
            Ok(Event::DocType(_)) => Err(self.doctype()),
            Ok(Event::Eof) => Ok(Node::Eof),
            Ok(Event::Empty(_)) => Err(self.malformed("an empty element")),
            Err(error) => Err(self.syntax(&error)),
        }
    }

    fn character_data(&mut self) -> Result<Node<'a>, Stop> {
        let text = &self.text[self.span.start..self.span.end];
        if text.as_bytes().contains(&b']') && text.contains("]]>") {
            return Err(self.malformed("`]]>` in text"));
        }
        Ok(Node::Text(text))
    }

    /// A start tag whose content, behind the `<`, is `length` bytes long, `name_length` of them the name.
    fn start(&mut self, name_length: usize, length: usize) -> Result<Node<'a>, Stop> {
        self.depth += 1;
        let content = self.span.start + 1;
        let name = &self.text[content..content + name_length];
        if self.depth > DEEPEST {
            return Err(self.limit(format!("elements nest deeper than {DEEPEST}")));
        }
        let Some((prefix, local)) = self.checked_name(name)? else {
            return Err(self.malformed(format!("{name:?} is no element name")));
        };
        let attributes = &self.text[content + name_length..content + length];
        let nil = if attributes.is_empty() { false } else { self.attributes(attributes)? };
        let Some(namespace) = self.namespaces.resolve(prefix) else {
            return Err(self.unbound(prefix));
        };
        let foreign = !namespace.is_empty();
        Ok(Node::Start(Element { name: local, foreign, nil, span: self.span }))
    }

    fn checked_name(&mut self, name: &'a str) -> Result<Option<(&'a str, &'a str)>, Stop> {
        if name.len() > LONGEST_NAME {
            return Err(self.limit(format!("a name is longer than {LONGEST_NAME} bytes")));
        }
        Ok(split_name(name))
    }

    /// Checks a start tag's attributes, binds its namespaces and says whether it is nil.
    fn attributes(&mut self, text: &'a str) -> Result<bool, Stop> {
        let mut all = Vec::new();
        for attribute in Attributes::new(text) {
            let attribute = attribute.map_err(|fault| self.malformed(fault))?;
            if all.len() == MOST_ATTRIBUTES {
                return Err(self.limit(format!("an element has more than {MOST_ATTRIBUTES} attributes")));
            }
            if attribute.local.len() > LONGEST_NAME {
                return Err(self.limit(format!("a name is longer than {LONGEST_NAME} bytes")));
            }
            let value = unescape(attribute.raw).map_err(|error| self.bad_reference(error))?;
            self.bind(attribute, value.clone())?;
            all.push((attribute, value));
        }
        self.check_distinct(&all)?;
        let is_nil = |(attribute, value): &(Attribute<'_>, Cow<'_, str>)| {
            attribute.local == "nil"
                && matches!(trim(value), "true" | "1")
                && self.namespaces.resolve(attribute.prefix) == Some(SCHEMA_INSTANCE)
        };
        Ok(all.iter().any(is_nil))
    }

    /// Binds a prefix when the attribute does so.
    fn bind(&mut self, attribute: Attribute<'a>, value: Cow<'a, str>) -> Result<(), Stop> {
        let prefix = match attribute {
            Attribute { prefix: "", local: "xmlns", .. } => "",
            Attribute { prefix: "xmlns", local: "xmlns", .. } => return Err(self.malformed("`xmlns` cannot be bound")),
            Attribute { prefix: "xmlns", local, .. } if value.is_empty() => {
                return Err(self.malformed(format!("the prefix `{local}` is bound to no namespace")));
            }
            Attribute { prefix: "xmlns", local, .. } => local,
            _ => return Ok(()),
        };
        if self.namespaces.bind(self.depth, prefix, value) {
            Ok(())
        } else {
            Err(self.limit(format!("more than {MOST_BINDINGS} namespaces are bound at once")))
        }
    }

    /// Checks that no attribute occurs twice, be it by another prefix, and that all prefixes are bound.
    fn check_distinct(&mut self, all: &[(Attribute<'a>, Cow<'a, str>)]) -> Result<(), Stop> {
        if let Some((unbound, _)) = all.iter().find(|(attribute, _)| self.namespace_of(attribute).is_none()) {
            return Err(self.unbound(unbound.prefix));
        }
        let repeated = (1..all.len()).find(|&at| {
            let later = &all[at].0;
            let same = |earlier: &Attribute<'_>| {
                earlier.local == later.local && self.namespace_of(earlier) == self.namespace_of(later)
            };
            all[..at].iter().any(|(earlier, _)| same(earlier))
        });
        match repeated {
            Some(at) => Err(self.malformed(format!("the attribute `{}` occurs twice", all[at].0.local))),
            None => Ok(()),
        }
    }

    /// The namespace of an attribute: that of its prefix, never the default one.
    fn namespace_of<'s>(&'s self, attribute: &Attribute<'s>) -> Option<&'s str> {
        match attribute.prefix {
            "" | "xmlns" => Some(attribute.prefix),
            prefix => self.namespaces.resolve(prefix),
        }
    }

    fn instruction(&mut self, target: &str) -> Result<Node<'a>, Stop> {
        if target.eq_ignore_ascii_case("xml") || !is_plain_name(target) {
            return Err(self.malformed(format!("{target:?} is no name of a processing instruction")));
        }
        Ok(Node::Instruction)
    }

    fn declaration(&mut self, content: &str) -> Result<Node<'a>, Stop> {
        if self.span.start > 0 {
            let fact = "the XML declaration is not at the very beginning of the file";
            return Err(self.problems.fatal(codes::MALFORMED_XML, self.span, || {
                words(fact, "remove what stands before it: white space, blank lines, comments")
            }));
        }
        Declaration::parse(content).map(|_| Node::Instruction).map_err(|fault| self.malformed(fault))
    }

    fn malformed(&mut self, fact: impl Into<String>) -> Stop {
        self.malformed_at(self.span, fact)
    }

    fn malformed_at(&mut self, span: Span, fact: impl Into<String>) -> Stop {
        self.problems.fatal(codes::MALFORMED_XML, span, || words(fact, "mend the XML, or export the file again"))
    }

    fn unclosed(&mut self) -> Stop {
        self.malformed("the file ends inside the root element")
    }

    fn unbound(&mut self, prefix: &str) -> Stop {
        self.malformed(format!("the namespace prefix `{prefix}` is not declared"))
    }

    fn limit(&mut self, fact: String) -> Stop {
        self.problems.fatal(codes::LIMIT, self.span, || words(fact, "no animation needs that; is it the right file?"))
    }

    fn doctype(&mut self) -> Stop {
        self.problems
            .fatal(codes::DOCTYPE, self.span, || words("a DOCTYPE is not allowed", "remove it, and write entities out"))
    }

    fn bad_reference(&mut self, error: ReferenceError) -> Stop {
        match error {
            ReferenceError::Undefined(name) => self.problems.fatal(codes::UNDEFINED_ENTITY, self.span, || {
                words(format!("the entity `&{name};` is not defined"), "write `&amp;` for an `&` as such")
            }),
            ReferenceError::Malformed(text) => self.malformed(format!("`&{text}` is no reference")),
        }
    }

    fn syntax(&mut self, error: &Error) -> Stop {
        let at = usize::try_from(self.reader.error_position()).unwrap_or(usize::MAX).min(self.text.len());
        let fact = match error {
            Error::Syntax(error) => error.to_string(),
            Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
                format!("`</{found}>` where `</{expected}>` is expected")
            }
            Error::IllFormed(IllFormedError::UnclosedReference) => "an `&` begins no reference".to_owned(),
            Error::IllFormed(error) => error.to_string(),
            error => error.to_string(),
        };
        let end = self.span.end.max(at + 1);
        self.malformed_at(Span::new(at, end), fact)
    }
}

/// What follows the white space, comments and processing instructions at the head of the text.
fn skip_misc(mut text: &str) -> &str {
    loop {
        text = text.trim_start_matches([' ', '\t', '\n', '\r']);
        let behind = match (text.strip_prefix("<!--"), text.strip_prefix("<?")) {
            (Some(comment), _) => comment.split_once("-->"),
            (None, Some(instruction)) => instruction.split_once("?>"),
            (None, None) => None,
        };
        match behind {
            Some((_, rest)) => text = rest,
            None => return text,
        }
    }
}

/// Appends to a text that is borrowed as long as it is one piece.
fn append<'a>(text: &mut Cow<'a, str>, piece: Cow<'a, str>) {
    if text.is_empty() {
        *text = piece;
    } else {
        text.to_mut().push_str(&piece);
    }
}

fn normalise(text: &str) -> Cow<'_, str> {
    if text.as_bytes().contains(&b'\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

fn normalise_cow(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => normalise(text),
        Cow::Owned(text) => Cow::Owned(normalise(&text).into_owned()),
    }
}
