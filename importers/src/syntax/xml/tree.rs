//! [`XmlElement`]: a document as a tree.

use std::ops::Range;

use rigmill_pipeline::{Diagnostic, SourceText};

use super::cursor::{Content, Cursor};
use super::encoding::decode;
use super::nodes::Element;
use crate::codes;
use crate::report::{Problem, Result};

/// The maximum number of elements in a tree.
const MAX_ELEMENTS: usize = 262_144;

/// An element of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XmlElement {
    /// The name without its prefix.
    pub name: String,
    /// The names (without prefixes) and values of all attributes, except those that declare namespaces.
    pub attributes: Vec<(String, String)>,
    /// The text with resolved references; empty if the element has children.
    pub text: String,
    /// The child elements.
    pub children: Vec<XmlElement>,
    /// The span of the start tag in the decoded text, in bytes.
    pub span: Range<usize>,
}

impl XmlElement {
    /// Returns the value of the attribute with this name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Parses an XML document in any encoding that it declares. Returns its text and its root element.
///
/// A DOCTYPE is not allowed, so the only entities are the predefined ones. Depth, attributes and elements are limited; the
/// caller must limit the number of bytes. Text between elements is ignored.
///
/// # Errors
/// The first problem, with its position.
pub fn parse_xml(bytes: Vec<u8>) -> Result<(SourceText, XmlElement), Box<Diagnostic>> {
    let text = decode(bytes, "").map_err(|problem| Box::new(Diagnostic::from(problem)))?;
    match root(&text) {
        Ok(root) => Ok((text, root)),
        Err(problem) => Err(Box::new(problem.into_diagnostic(&text))),
    }
}

fn root(text: &SourceText) -> Result<XmlElement> {
    let mut cursor = Cursor::new(text);
    let root = cursor.root()?;
    let root = element(&mut cursor, &root, &mut 0)?;
    cursor.after_root()?;
    Ok(root)
}

/// Reads an element to its end. The cursor limits the depth.
fn element<'a>(cursor: &mut Cursor<'a>, start: &Element<'a>, count: &mut usize) -> Result<XmlElement> {
    *count += 1;
    if *count > MAX_ELEMENTS {
        let fact = format!("there are more than {MAX_ELEMENTS} elements");
        return Err(Problem::new(codes::XML_LIMIT, fact, "split the file").at(start.span));
    }
    let attributes = cursor.attributes().into_iter().map(|it| (it.local.to_owned(), it.value.into_owned()));
    let mut read = XmlElement {
        name: start.local().to_owned(),
        attributes: attributes.collect(),
        span: start.span.start..start.span.end,
        ..XmlElement::default()
    };
    let mut next = match cursor.content(start)? {
        Content::Text(text) => {
            read.text = text.value.into_owned();
            None
        }
        Content::Elements(first) => Some(first),
    };
    while let Some(child) = next {
        read.children.push(element(cursor, &child, count)?);
        next = cursor.next_child()?;
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        parse_xml(text.as_bytes().to_vec()).unwrap_err().message
    }

    #[test]
    fn a_document_of_any_encoding_is_a_tree() {
        let text = "<?xml version=\"1.0\"?><a xmlns='urn:x' k='1 &lt; 2'><!-- no --><b>x &amp; <![CDATA[<y>]]></b><p:c xmlns:p='q'/></a>";
        let utf16: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let marked = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
        for bytes in [text.as_bytes().to_vec(), marked, utf16] {
            let (decoded, root) = parse_xml(bytes).unwrap();
            assert_eq!((root.name.as_str(), root.attribute("k"), root.attributes.len()), ("a", Some("1 < 2"), 1));
            let children: Vec<_> = root.children.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
            assert_eq!(children, [("b", "x & <y>"), ("c", "")]);
            assert_eq!(&decoded.as_str()[root.children[0].span.clone()], "<b>");
        }
    }

    #[test]
    fn hostile_documents_are_refused() {
        let entities = "<!DOCTYPE a [<!ENTITY x \"xxxx\"><!ENTITY y \"&x;&x;\">]><a>&y;</a>";
        assert!(message(entities).contains("DOCTYPE"));
        assert!(message("<a>&lol;</a>").contains("lol"));
        assert!(message(&"<a>".repeat(100_000)).contains("64"), "{}", message(&"<a>".repeat(100_000)));
        let wide = format!("<a>{}</a>", "<b/>".repeat(MAX_ELEMENTS));
        assert_eq!(message(&wide), format!("there are more than {MAX_ELEMENTS} elements"));
        for text in ["", "text", "<a>", "<a></b>", "<a><b></a>", "<a/><!DOCTYPE a>"] {
            assert!(parse_xml(text.as_bytes().to_vec()).is_err(), "{text}");
        }
    }
}
