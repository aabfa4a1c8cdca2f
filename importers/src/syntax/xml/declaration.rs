//! The XML declaration: `<?xml version="1.0" encoding="utf-8"?>`.

use super::attributes::Attributes;
use super::malformed::malformed;
use crate::report::Result;
use crate::syntax::Span;

/// The content of a declaration.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Declaration<'a> {
    /// The name of the encoding, as written.
    pub(crate) encoding: Option<&'a str>,
}

impl<'a> Declaration<'a> {
    /// Parses the content between `<?xml` and `?>`. `span` is the span of the whole declaration.
    pub(crate) fn parse(content: &'a str, span: Span) -> Result<Self> {
        let wrong = |fact: &str| malformed(span, fact);
        let parts = Attributes::new(content, 0).collect::<Result<Vec<_>>>().map_err(|problem| problem.at(span))?;
        let mut parts = parts.iter().peekable();
        let mut take = |name| parts.next_if(|part| part.prefix.is_empty() && part.local == name).map(|part| part.raw);
        let version = take("version").ok_or_else(|| wrong("the XML declaration does not begin with its version"))?;
        if version != "1.0" {
            return Err(wrong(&format!("XML version {version:?} is not supported, expected \"1.0\"")));
        }
        let encoding = take("encoding");
        let standalone = take("standalone");
        if standalone.is_some_and(|standalone| !matches!(standalone, "yes" | "no")) {
            return Err(wrong("`standalone` is neither `yes` nor `no`"));
        }
        match parts.next() {
            Some(part) => Err(wrong(&format!("`{}` does not belong here in an XML declaration", part.local))),
            None => Ok(Self { encoding }),
        }
    }

    /// Returns the declaration at the start of an undecoded document, if there is a readable one.
    pub(crate) fn sniff(bytes: &'a [u8]) -> Option<Self> {
        const LONGEST: usize = 1024;
        let rest = bytes.strip_prefix(b"<?xml")?;
        let end = rest.windows(2).take(LONGEST).position(|two| two == b"?>")?;
        Self::parse(std::str::from_utf8(&rest[..end]).ok()?, Span::default()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_encoding_and_standalone_come_in_this_order() {
        let parse = |content| Declaration::parse(content, Span::default());
        assert_eq!(parse(" version=\"1.0\" "), Ok(Declaration::default()));
        let full = " version='1.0' encoding='utf-8' standalone='yes'";
        assert_eq!(parse(full), Ok(Declaration { encoding: Some("utf-8") }));
        for wrong in ["", " encoding='x'", " version='1.1'", " version='1.0' standalone='x'", " version='1.0' x='1'"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_declaration_is_sniffed_from_bytes() {
        let bytes = b"<?xml version='1.0' encoding='iso-8859-1'?>\xE9";
        assert_eq!(Declaration::sniff(bytes), Some(Declaration { encoding: Some("iso-8859-1") }));
        assert_eq!(Declaration::sniff(b" <?xml version='1.0'?>"), None);
    }
}
