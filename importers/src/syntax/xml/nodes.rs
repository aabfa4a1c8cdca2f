//! [`Nodes`]: reads the nodes of a document in order, and checks that the document is well-formed.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::errors::{Error, IllFormedError};
use quick_xml::events::Event;
use rigmill_pipeline::SourceText;

use super::attributes::{Attribute, Attributes, split_name};
use super::characters::{first_forbidden, is_plain_name, is_white, trim};
use super::declaration::Declaration;
use super::malformed::malformed;
use super::namespaces::{MAX_BINDINGS, Namespaces, SCHEMA_INSTANCE};
use super::references::{ReferenceError, resolve, unescape};
use crate::codes;
use crate::report::{Problem, Problems, Result};
use crate::syntax::Span;

/// The maximum nesting depth of elements.
const DEEPEST: usize = 64;
/// The maximum number of attributes of an element.
const MAX_ATTRIBUTES: usize = 64;
/// The maximum length of the name of an element, attribute or processing instruction, in bytes.
const LONGEST_NAME: usize = 1024;

/// A start tag. An empty-element tag counts as a start tag followed by its end tag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<'a> {
    /// The local name, in any namespace.
    pub(super) local: &'a str,
    foreign: bool,
    /// Whether the element has `xsi:nil="true"`.
    pub(crate) nil: bool,
    /// The span of the tag.
    pub(crate) span: Span,
}

impl<'a> Element<'a> {
    /// Returns the local name, in any namespace.
    pub(crate) const fn local(&self) -> &'a str {
        self.local
    }

    /// Returns the local name of an element without a namespace; "" for all other elements.
    pub(crate) const fn name(&self) -> &'a str {
        if self.foreign { "" } else { self.local }
    }
}

/// A part of a document that was checked for being well-formed.
pub(super) enum Node<'a> {
    Start(Element<'a>),
    End,
    /// Text as written, without references.
    Text(&'a str),
    /// The content of a CDATA section, or a resolved reference.
    Literal(Cow<'a, str>),
    Comment,
    Instruction,
    Eof,
}

/// Reads a document node by node. quick-xml finds the start and end of each node, and `Nodes` checks the node.
pub(super) struct Nodes<'a> {
    pub(super) text: &'a str,
    reader: Reader<&'a [u8]>,
    pub(super) namespaces: Namespaces<'a>,
    /// The attributes of the last start tag that was read, with their values.
    pub(super) attributes: Vec<(Attribute<'a>, Cow<'a, str>)>,
    /// The number of open elements.
    pub(super) depth: usize,
    /// The span of the last node that was read.
    pub(super) span: Span,
    /// The problems so far.
    pub(super) problems: Problems,
}

impl<'a> Nodes<'a> {
    pub(super) fn new(source: &'a SourceText) -> Self {
        let text = source.as_str();
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.check_comments = true;
        config.expand_empty_elements = true;
        Self {
            text,
            reader,
            namespaces: Namespaces::default(),
            attributes: Vec::new(),
            depth: 0,
            span: Span::default(),
            problems: Problems::new(codes::ANIMATION_MORE_PROBLEMS),
        }
    }

    /// Checks that the document contains only characters that XML allows.
    pub(super) fn check_characters(&self) -> Result<()> {
        if let Some((at, character)) = first_forbidden(self.text) {
            let span = Span::new(at, at + character.len_utf8());
            let fact = format!("the character U+{:04X} is not allowed in XML", u32::from(character));
            return Err(malformed(span, fact));
        }
        if self.text.starts_with('\u{FEFF}') {
            return Err(malformed(Span::new(0, 3), "the file has a second byte order mark"));
        }
        Ok(())
    }

    /// Returns the next node.
    pub(super) fn next(&mut self) -> Result<Node<'a>> {
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
            Ok(Event::CData(_) | Event::GeneralRef(_)) => Err(self.malformed("there is text outside the root element")),
            Ok(Event::Comment(_)) => Ok(Node::Comment),
            Ok(Event::PI(instruction)) => self.instruction(instruction.target()),
            Ok(Event::Decl(declaration)) => self.declaration(&declaration[3..]),
            Ok(Event::DocType(_)) => Err(self.doctype()),
            Ok(Event::Eof) => Ok(Node::Eof),
            Ok(Event::Empty(_)) => Err(self.malformed("an empty element")),
            Err(error) => Err(self.syntax(&error)),
        }
    }

    /// Returns the span without the white space around its text, or the whole span if it contains only white space.
    pub(super) fn visible(&self, span: Span) -> Span {
        let text = &self.text.as_bytes()[span.start..span.end];
        let visible = |byte: &u8| !is_white(*byte);
        match (text.iter().position(visible), text.iter().rposition(visible)) {
            (Some(first), Some(last)) => Span::new(span.start + first, span.start + last + 1),
            _ => span,
        }
    }

    fn offset(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX).min(self.text.len())
    }

    fn character_data(&self) -> Result<Node<'a>> {
        let text = &self.text[self.span.start..self.span.end];
        let bracket = text.as_bytes().contains(&b']');
        if let Some(at) = bracket.then(|| text.find("]]>")).flatten() {
            let start = self.span.start + at;
            return Err(malformed(Span::new(start, start + 3), "the text contains `]]>`"));
        }
        Ok(Node::Text(text))
    }

    /// Reads a start tag. Its content after the `<` has `length` bytes, and the first `name_length` of these are its name.
    fn start(&mut self, name_length: usize, length: usize) -> Result<Node<'a>> {
        self.depth += 1;
        let content = self.span.start + 1;
        let name = &self.text[content..content + name_length];
        if self.depth > DEEPEST {
            return Err(self.limit(format!("elements are nested more than {DEEPEST} levels deep")));
        }
        let Some((prefix, local)) = self.checked_name(name)? else {
            return Err(self.malformed(format!("{name:?} is not an element name")));
        };
        let attributes = &self.text[content + name_length..content + length];
        self.attributes.clear();
        let nil = if attributes.is_empty() { false } else { self.attributes(attributes, content + name_length)? };
        let Some(namespace) = self.namespaces.resolve(prefix) else {
            return Err(Self::unbound(prefix, self.span));
        };
        let foreign = !namespace.is_empty();
        Ok(Node::Start(Element { local, foreign, nil, span: self.span }))
    }

    fn checked_name(&self, name: &'a str) -> Result<Option<(&'a str, &'a str)>> {
        if name.len() > LONGEST_NAME {
            return Err(self.limit(format!("a name is longer than {LONGEST_NAME} bytes")));
        }
        Ok(split_name(name))
    }

    /// Checks a start tag's attributes, which begin at the byte `start`, and binds its namespaces. Returns whether the element
    /// is nil.
    fn attributes(&mut self, text: &'a str, start: usize) -> Result<bool> {
        let mut all = std::mem::take(&mut self.attributes);
        let tag = self.span;
        for attribute in Attributes::new(text, start) {
            let attribute = attribute?;
            self.span = attribute.span;
            if all.len() == MAX_ATTRIBUTES {
                return Err(self.limit(format!("an element has more than {MAX_ATTRIBUTES} attributes")));
            }
            if attribute.local.len() > LONGEST_NAME {
                return Err(self.limit(format!("a name is longer than {LONGEST_NAME} bytes")));
            }
            let value = unescape(attribute.raw).map_err(|error| self.bad_reference(error))?;
            self.bind(attribute, value.clone())?;
            all.push((attribute, value));
        }
        self.check_distinct(&all)?;
        self.span = tag;
        let is_nil = |(attribute, value): &(Attribute<'_>, Cow<'_, str>)| {
            attribute.local == "nil"
                && matches!(trim(value), "true" | "1")
                && self.namespaces.resolve(attribute.prefix) == Some(SCHEMA_INSTANCE)
        };
        let nil = all.iter().any(is_nil);
        self.attributes = all;
        Ok(nil)
    }

    /// Binds a prefix, if the attribute declares one.
    fn bind(&mut self, attribute: Attribute<'a>, value: Cow<'a, str>) -> Result<()> {
        let prefix = match attribute {
            Attribute { prefix: "", local: "xmlns", .. } => "",
            Attribute { prefix: "xmlns", local: "xmlns", .. } => {
                return Err(self.malformed("the prefix `xmlns` cannot be declared"));
            }
            Attribute { prefix: "xmlns", local, .. } if value.is_empty() => {
                return Err(self.malformed(format!("the namespace of the prefix `{local}` is empty")));
            }
            Attribute { prefix: "xmlns", local, .. } => local,
            _ => return Ok(()),
        };
        if self.namespaces.bind(self.depth, prefix, value) {
            Ok(())
        } else {
            Err(self.limit(format!("more than {MAX_BINDINGS} namespaces are in scope at the same time")))
        }
    }

    /// Checks that all prefixes are bound, and that no attribute occurs twice, even with different prefixes.
    fn check_distinct(&self, all: &[(Attribute<'a>, Cow<'a, str>)]) -> Result<()> {
        let mut seen = Vec::with_capacity(all.len());
        for (attribute, _) in all {
            let Some(namespace) = self.namespace_of(attribute) else {
                return Err(Self::unbound(attribute.prefix, attribute.span));
            };
            let name = (attribute.local, namespace);
            if seen.contains(&name) {
                return Err(malformed(attribute.span, format!("the attribute `{}` occurs twice", attribute.local)));
            }
            seen.push(name);
        }
        Ok(())
    }

    /// Returns the namespace of an attribute's prefix. The default namespace does not apply to attributes.
    pub(super) fn namespace_of<'s>(&'s self, attribute: &Attribute<'s>) -> Option<&'s str> {
        match attribute.prefix {
            "" | "xmlns" => Some(attribute.prefix),
            prefix => self.namespaces.resolve(prefix),
        }
    }

    fn instruction(&self, target: &str) -> Result<Node<'a>> {
        if target.eq_ignore_ascii_case("xml") || !is_plain_name(target) {
            return Err(self.malformed(format!("{target:?} is not the name of a processing instruction")));
        }
        Ok(Node::Instruction)
    }

    fn declaration(&self, content: &str) -> Result<Node<'a>> {
        if self.span.start > 0 {
            let fact = "the XML declaration is not at the very beginning of the file";
            let help = "move the declaration to the very beginning of the file";
            return Err(Problem::new(codes::XML_MALFORMED, fact, help).at(self.span));
        }
        Declaration::parse(content, self.span).map(|_| Node::Instruction)
    }

    pub(super) fn malformed(&self, fact: impl Into<String>) -> Problem {
        malformed(self.span, fact)
    }

    pub(super) fn unclosed(&self) -> Problem {
        self.malformed("the file ends inside the root element")
    }

    fn unbound(prefix: &str, span: Span) -> Problem {
        malformed(span, format!("the namespace prefix `{prefix}` is not declared"))
    }

    fn limit(&self, fact: String) -> Problem {
        let help = "check that this is the right file; ordinary files are far below this limit";
        Problem::new(codes::XML_LIMIT, fact, help).at(self.span)
    }

    pub(super) fn doctype(&self) -> Problem {
        let help = "remove the DOCTYPE, and replace each entity with its text";
        Problem::new(codes::XML_DOCTYPE, "a DOCTYPE is not allowed", help).at(self.span)
    }

    fn bad_reference(&self, error: ReferenceError) -> Problem {
        match error {
            ReferenceError::Undefined(name) => {
                let fact = format!("the entity `&{name};` is not defined");
                let help = "write the character itself or its number, such as `&#160;`; to write `&`, use `&amp;`";
                Problem::new(codes::XML_UNDEFINED_ENTITY, fact, help).at(self.span)
            }
            ReferenceError::Number(name) => self.malformed(format!("`&{name};` is not a character that XML allows")),
            ReferenceError::Malformed(name) => self.lone_ampersand(format!("`&{name}` is not a valid reference")),
        }
    }

    fn lone_ampersand(&self, fact: String) -> Problem {
        Problem::new(codes::XML_MALFORMED, fact, "write `&amp;` instead of `&`").at(self.span)
    }

    /// Returns the line on which the innermost open element begins. Reads the document again, so that reading it the first time
    /// need not remember this for each element.
    fn line_of_open_element(&self) -> usize {
        let mut reader = Reader::from_str(&self.text[..self.span.start]);
        let mut open = Vec::new();
        loop {
            let start = usize::try_from(reader.buffer_position()).unwrap_or_default();
            match reader.read_event() {
                Ok(Event::Start(_)) => open.push(start),
                Ok(Event::End(_)) => drop(open.pop()),
                Ok(Event::Eof) | Err(_) => break,
                Ok(_) => {}
            }
        }
        let before = self.text.get(..open.last().copied().unwrap_or_default()).unwrap_or_default();
        before.bytes().filter(|byte| *byte == b'\n').count() + 1
    }

    fn syntax(&self, error: &Error) -> Problem {
        let at = usize::try_from(self.reader.error_position()).unwrap_or(usize::MAX).min(self.text.len());
        let fact = match error {
            Error::Syntax(error) => error.to_string(),
            Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
                let fact = format!("found `</{found}>`, expected `</{expected}>`");
                let help = format!("close `<{expected}>`, which begins on line {}", self.line_of_open_element());
                let span = Span::new(at, self.span.end.max(at + 1));
                return Problem::new(codes::XML_MALFORMED, fact, help).at(span);
            }
            Error::IllFormed(IllFormedError::UnclosedReference) => {
                return self.lone_ampersand("this `&` is not part of an entity".to_owned());
            }
            Error::IllFormed(error) => error.to_string(),
            error => error.to_string(),
        };
        let end = self.span.end.max(at + 1);
        malformed(Span::new(at, end), fact)
    }
}

/// Converts the line ends of a text to LF.
pub(super) fn normalize(text: &str) -> Cow<'_, str> {
    if text.as_bytes().contains(&b'\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

fn normalise_cow(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => normalize(text),
        Cow::Owned(text) => Cow::Owned(normalize(&text).into_owned()),
    }
}
