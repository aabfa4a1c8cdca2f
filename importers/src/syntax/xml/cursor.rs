//! [`Cursor`]: walks through a document element by element.

use std::borrow::Cow;

use rigmill_dom::Position;
use rigmill_pipeline::SourceText;

use super::attributes::Attribute;
use super::characters::{is_all_white, trim};
use super::malformed::malformed;
use super::nodes::{Element, Node, Nodes, normalize};
use crate::codes;
use crate::report::{Problem, Problems, Result, known_here};
use crate::syntax::{Positions, Span};

/// The text of an element that contains nothing else.
pub(crate) struct Text<'a> {
    /// The text with resolved references, and with LF as line ends.
    pub(crate) value: Cow<'a, str>,
    /// The span of the text, or of the start tag if the text is empty.
    pub(crate) span: Span,
}

/// The content of an element.
pub(crate) enum Content<'a> {
    /// Only text, or nothing.
    Text(Text<'a>),
    /// Child elements. This is the first child; [`Cursor::next_child`] returns the others.
    Elements(Element<'a>),
}

/// An attribute that does not declare a namespace.
pub(crate) struct NamedText<'a> {
    /// The namespace of the attribute's name; "" for none.
    pub(crate) namespace: String,
    pub(crate) local: &'a str,
    pub(crate) value: Cow<'a, str>,
    /// The span of the attribute.
    pub(crate) span: Span,
}

/// Walks through a document element by element, in order. The caller must read each [`Element`] to its end: with
/// [`next_child`](Self::next_child) until there are no more children, with [`text`](Self::text), or with [`skip`](Self::skip).
pub(crate) struct Cursor<'a> {
    nodes: Nodes<'a>,
    positions: Positions<'a>,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(source: &'a SourceText) -> Self {
        Self { nodes: Nodes::new(source), positions: Positions::new(source.as_str()) }
    }

    /// Returns the problems so far.
    pub(crate) fn problems(&mut self) -> &mut Problems {
        &mut self.nodes.problems
    }

    /// Returns all problems.
    pub(crate) fn into_problems(self) -> Problems {
        self.nodes.problems
    }

    /// Returns the line and column at which a span begins.
    pub(crate) fn position(&self, span: Span) -> Position {
        self.positions.at(span.start)
    }

    /// Reads the document up to the root element's start tag.
    pub(crate) fn root(&mut self) -> Result<Element<'a>> {
        self.nodes.check_characters()?;
        loop {
            match self.nodes.next()? {
                Node::Start(root) => return Ok(root),
                Node::Comment | Node::Instruction => {}
                Node::Text(text) if is_all_white(text) => {}
                Node::Text(_) | Node::Literal(_) | Node::End => {
                    let span = self.nodes.visible(self.nodes.span);
                    return Err(malformed(span, "there is text before the root element"));
                }
                Node::Eof => return Err(self.nodes.malformed("there is no root element")),
            }
        }
    }

    /// Returns the next child of the element whose content is being read; `None` at the end of the element. Text before the
    /// child causes a warning.
    pub(crate) fn next_child(&mut self) -> Result<Option<Element<'a>>> {
        let mut stray: Option<Span> = None;
        let child = loop {
            match self.nodes.next()? {
                Node::Start(child) => break Some(child),
                Node::End => break None,
                Node::Text(text) if is_all_white(text) => {}
                Node::Literal(text) if is_all_white(&text) => {}
                Node::Text(_) | Node::Literal(_) => {
                    let piece = self.nodes.visible(self.nodes.span);
                    stray = Some(stray.map_or(piece, |before| before.joined(piece)));
                }
                Node::Comment | Node::Instruction => {}
                Node::Eof => return Err(self.nodes.unclosed()),
            }
        };
        if let Some(text) = stray {
            self.stray_text(text);
        }
        Ok(child)
    }

    fn stray_text(&mut self, span: Span) {
        self.nodes.problems.warning(|| {
            Problem::new(
                codes::XML_STRAY_TEXT,
                "text between elements is ignored",
                "remove the text, or move it into the right element",
            )
            .at(span)
        });
    }

    /// Returns the attributes of the last start tag that was read, except those that declare namespaces.
    pub(crate) fn attributes(&self) -> Vec<NamedText<'a>> {
        let is_name = |attribute: &Attribute<'_>| attribute.prefix != "xmlns" && attribute.local != "xmlns";
        let all = self.nodes.attributes.iter().filter(|(attribute, _)| is_name(attribute));
        all.map(|(attribute, value)| NamedText {
            namespace: self.nodes.namespace_of(attribute).unwrap_or_default().to_owned(),
            local: attribute.local,
            value: value.clone(),
            span: attribute.span,
        })
        .collect()
    }

    /// Returns the namespace of a prefix at the current position. The prefix "" means the default namespace.
    pub(crate) fn namespace(&self, prefix: &str) -> Option<&str> {
        self.nodes.namespaces.resolve(prefix)
    }

    /// Reads an element that may contain either text or elements, up to its first child element. Comments are ignored, and text
    /// before an element causes a warning.
    pub(crate) fn content(&mut self, element: &Element<'_>) -> Result<Content<'a>> {
        let mut value = Cow::Borrowed("");
        let mut span: Option<Span> = None;
        loop {
            let piece = match self.nodes.next()? {
                Node::End => {
                    let span = span.map_or(element.span, |span| self.nodes.visible(span));
                    return Ok(Content::Text(Text { value, span }));
                }
                Node::Start(child) => {
                    if let Some(span) = span.filter(|_| !is_all_white(&value)) {
                        let span = self.nodes.visible(span);
                        self.stray_text(span);
                    }
                    return Ok(Content::Elements(child));
                }
                Node::Text(text) => normalize(text),
                Node::Literal(text) => text,
                Node::Comment | Node::Instruction => continue,
                Node::Eof => return Err(self.nodes.unclosed()),
            };
            append(&mut value, piece);
            span = Some(span.map_or(self.nodes.span, |before| before.joined(self.nodes.span)));
        }
    }

    /// Reads the text of an element. Returns `None` after reporting that it contains markup.
    pub(crate) fn text(&mut self, element: &Element<'a>) -> Result<Option<Text<'a>>> {
        let mut value = Cow::Borrowed("");
        let mut span: Option<Span> = None;
        let mut is_text = true;
        loop {
            match self.nodes.next()? {
                Node::End => break,
                Node::Text(text) => append(&mut value, normalize(text)),
                Node::Literal(text) => append(&mut value, text),
                Node::Start(_) => {
                    self.markup_in_value(element, "an element");
                    self.skip()?;
                    is_text = false;
                    continue;
                }
                Node::Comment => is_text = self.markup_in_value(element, "a comment"),
                Node::Instruction => is_text = self.markup_in_value(element, "a processing instruction"),
                Node::Eof => return Err(self.nodes.unclosed()),
            }
            let piece = self.nodes.span;
            span = Some(span.map_or(piece, |before| before.joined(piece)));
        }
        Ok(is_text.then(|| Text { value, span: span.unwrap_or(element.span) }))
    }

    /// Returns the text of an element without the white space around it.
    pub(crate) fn trimmed(&self, text: Text<'a>, element: &Element<'a>) -> Text<'a> {
        let trimmed = trim(&text.value);
        if trimmed.len() == text.value.len() {
            return text;
        }
        let span = if trimmed.is_empty() { element.span } else { self.nodes.visible(text.span) };
        Text { value: Cow::Owned(trimmed.to_owned()), span }
    }

    fn markup_in_value(&mut self, element: &Element<'a>, what: &str) -> bool {
        self.nodes.problems.error(|| {
            Problem::new(
                codes::XML_MARKUP_IN_VALUE,
                format!("there is {what} inside `{}`", element.local),
                format!("remove this markup, or move it before or after `{}`", element.local),
            )
            .at(self.nodes.span)
        });
        false
    }

    /// Skips the element of the last start tag that was read.
    pub(crate) fn skip(&mut self) -> Result<()> {
        let outside = self.nodes.depth.saturating_sub(1);
        while self.nodes.depth > outside {
            if matches!(self.nodes.next()?, Node::Eof) {
                return Err(self.nodes.unclosed());
            }
        }
        Ok(())
    }

    /// Skips an element that is not in `known`, with a warning.
    pub(crate) fn skip_unknown(&mut self, element: &Element<'a>, known: &[&'static str]) -> Result<()> {
        self.nodes.problems.warning(|| {
            let fact = format!("the unknown element `{}` is ignored", element.local);
            let help = if known.contains(&element.local) {
                format!("remove the namespace of `{}`", element.local)
            } else {
                known_here(element.local, known.iter().copied())
            };
            Problem::new(codes::XML_UNKNOWN_ELEMENT, fact, help).at(element.span)
        });
        self.skip()
    }

    /// Skips an element that repeats an earlier element, with a warning.
    pub(crate) fn skip_repeated(&mut self, element: &Element<'a>) -> Result<()> {
        self.nodes.problems.warning(|| {
            Problem::new(
                codes::XML_REPEATED_VALUE,
                format!("the second `{}` is ignored; Rigmill uses the first", element.local),
                "remove one of the two elements",
            )
            .at(element.span)
        });
        self.skip()
    }

    /// Warns about content after the root element, which is ignored.
    pub(crate) fn after_root(&mut self) -> Result<()> {
        let rest = skip_misc(&self.nodes.text[self.nodes.span.end..]);
        self.nodes.span = Span::new(self.nodes.text.len() - rest.len(), self.nodes.text.len());
        if rest.starts_with("<!DOCTYPE") {
            return Err(self.nodes.doctype());
        }
        if !rest.is_empty() {
            self.nodes.problems.warning(|| {
                let fact = "text or markup after the root element is ignored";
                Problem::new(codes::XML_AFTER_ROOT, fact, "remove the text or markup").at(self.nodes.span)
            });
        }
        Ok(())
    }
}

/// Returns the text after leading white space, comments and processing instructions.
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

/// Appends to a text. The text stays borrowed while it consists of a single piece.
fn append<'a>(text: &mut Cow<'a, str>, piece: Cow<'a, str>) {
    if text.is_empty() {
        *text = piece;
    } else {
        text.to_mut().push_str(&piece);
    }
}
