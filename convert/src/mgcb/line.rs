//! [`Line`]: parses one line of an `.mgcb`, independent of other lines and files.

use rigmill_pipeline::nearest;

use super::switch::{Switch, Takes};

/// A parsed line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// A comment or a blank line.
    Nothing,
    /// `$set name=value`.
    Set { name: &'a str, value: &'a str },
    /// `$if name=value`, or `$if name`, which accepts any value.
    If { name: &'a str, value: Option<&'a str> },
    /// `$endif`.
    EndIf,
    /// Switches with their values: either one switch, or several flags after one `-`.
    Switches(Vec<(Switch, &'a str)>),
    /// The bare name of a response file.
    ResponseFile(&'a str),
    /// The bare name of a file to build.
    File(&'a str),
}

/// Why a line cannot be parsed, and how to fix it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LineError {
    pub(crate) message: String,
    pub(crate) help: String,
}

fn error<T>(message: String, help: impl Into<String>) -> Result<T, LineError> {
    Err(LineError { message, help: help.into() })
}

impl<'a> Line<'a> {
    /// Parses a line, which must have no line ending and no surrounding white space.
    pub(crate) fn parse(line: &'a str) -> Result<Self, LineError> {
        if line.is_empty() || line.starts_with('#') {
            return Ok(Self::Nothing);
        }
        if let Some(directive) = line.strip_prefix('$').filter(|rest| !rest.starts_with('(')) {
            return parse_directive(directive);
        }
        if let Some(file) = line.strip_prefix('@') {
            return Ok(Self::ResponseFile(file.trim_start_matches([':', '='])));
        }
        match line.strip_prefix("--").or_else(|| line.strip_prefix(['-', '/'])) {
            Some(rest) => parse_switches(line, rest).map(Self::Switches),
            None if line.to_ascii_lowercase().ends_with(".mgcb") => Ok(Self::ResponseFile(line)),
            None => Ok(Self::File(line)),
        }
    }
}

fn parse_directive(text: &str) -> Result<Line<'_>, LineError> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim()).filter(|value| !value.is_empty())),
        None => (rest.trim(), None),
    };
    match word.to_ascii_lowercase().as_str() {
        "endif" => Ok(Line::EndIf),
        "set" | "if" if name.is_empty() => {
            error(format!("`${word}` has no property name"), format!("write `${word} name=value`"))
        }
        "set" => Ok(Line::Set { name, value: value.unwrap_or("") }),
        "if" => Ok(Line::If { name, value }),
        _ => {
            let meant = nearest(word, ["set", "if", "endif"]);
            let help =
                meant.map_or_else(|| "use $set, $if or $endif".to_owned(), |it| format!("did you mean `${it}`?"));
            error(format!("unknown directive `${word}`"), help)
        }
    }
}

fn parse_switches<'a>(line: &'a str, rest: &'a str) -> Result<Vec<(Switch, &'a str)>, LineError> {
    let (name, value) = match rest.find([':', '=']) {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    if let Some(file) = rest.strip_prefix('@').filter(|file| !file.is_empty() && !file.starts_with([':', '='])) {
        return Ok(vec![(Switch::ResponseFile, file)]);
    }
    let mut letters = name.chars();
    let flag = if let (Some(letter), None) = (letters.next(), letters.next()) { Switch::flagged(letter) } else { None };
    if let Some(switch) = flag.or_else(|| Switch::named(name)) {
        return Ok(vec![(switch, checked(switch, value)?)]);
    }
    let several = value.is_none() && !line.starts_with("--") && !name.is_empty();
    let flags: Option<Vec<Switch>> = name.chars().map(Switch::flagged).collect();
    match flags.filter(|flags| several && flags.iter().all(|flag| flag.takes() == Takes::Flag)) {
        Some(flags) => Ok(flags.into_iter().map(|flag| (flag, "true")).collect()),
        None => unknown(name),
    }
}

/// Returns the value, if the switch accepts it.
fn checked(switch: Switch, value: Option<&str>) -> Result<&str, LineError> {
    let name = switch.name();
    match (switch.takes(), value.map(str::trim)) {
        (Takes::Flag, None) => Ok("true"),
        (Takes::Flag, Some(value)) if is_flag_value(value) => Ok(value),
        (Takes::Flag, Some(value)) => error(
            format!("`{value}` is not a valid value for /{name}"),
            format!("write /{name}, /{name}:True or /{name}:False"),
        ),
        (Takes::Text, value) => Ok(value.unwrap_or("")),
        (Takes::Name, Some(value)) if !value.is_empty() => Ok(value),
        (Takes::Name, _) => error(format!("/{name} has no value"), format!("write /{name}:value, or remove the line")),
    }
}

fn is_flag_value(value: &str) -> bool {
    ["true", "false"].iter().any(|truth| value.eq_ignore_ascii_case(truth))
}

fn unknown<T>(name: &str) -> Result<T, LineError> {
    let help = match nearest(name, Switch::names()) {
        Some(meant) => format!("did you mean `/{meant}`?"),
        None => "see docs/mgcb.md for a list of switches; begin a comment with #".to_owned(),
    };
    error(format!("unknown switch `/{name}`"), help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(switch: Switch, value: &str) -> Result<Line<'_>, LineError> {
        Ok(Line::Switches(vec![(switch, value)]))
    }

    #[test]
    fn every_form_of_a_line_is_read() {
        let cases = [
            ("", Ok(Line::Nothing)),
            ("#begin Textures/a.png", Ok(Line::Nothing)),
            ("$set a = b", Ok(Line::Set { name: "a", value: "b" })),
            ("$SET a", Ok(Line::Set { name: "a", value: "" })),
            ("$if a=b", Ok(Line::If { name: "a", value: Some("b") })),
            ("$if a", Ok(Line::If { name: "a", value: None })),
            ("$endif a", Ok(Line::EndIf)),
            ("/build:C:\\a=b.png", one(Switch::Build, "C:\\a=b.png")),
            ("/BUILD=a.png", one(Switch::Build, "a.png")),
            ("--build:a.png", one(Switch::Build, "a.png")),
            ("--outputdir=bin", one(Switch::OutputDir, "bin")),
            ("-b:a.png", one(Switch::Build, "a.png")),
            ("/P:Scale=2", one(Switch::ProcessorParam, "Scale=2")),
            ("/p:ModelProcessor", one(Switch::Processor, "ModelProcessor")),
            ("-qr", Ok(Line::Switches(vec![(Switch::Quiet, "true"), (Switch::Rebuild, "true")]))),
            ("/compress", one(Switch::Compress, "true")),
            ("/compress:False", one(Switch::Compress, "False")),
            ("/importer:", one(Switch::Importer, "")),
            ("/@:more.txt", one(Switch::ResponseFile, "more.txt")),
            ("--@=more.txt", one(Switch::ResponseFile, "more.txt")),
            ("@more.txt", Ok(Line::ResponseFile("more.txt"))),
            ("More.MGCB", Ok(Line::ResponseFile("More.MGCB"))),
            ("a.png", Ok(Line::File("a.png"))),
        ];
        for (line, expected) in cases {
            assert_eq!(Line::parse(line), expected, "{line}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_reported_with_a_remedy() {
        let cases = [
            ("/bulid:a.png", "unknown switch `/bulid`", "did you mean `/build`?"),
            ("/build:", "/build has no value", "write /build:value, or remove the line"),
            (
                "/compress:maybe",
                "`maybe` is not a valid value for /compress",
                "write /compress, /compress:True or /compress:False",
            ),
            ("$endfi", "unknown directive `$endfi`", "did you mean `$endif`?"),
            ("$set =a", "`$set` has no property name", "write `$set name=value`"),
            ("-", "unknown switch `/`", "see docs/mgcb.md for a list of switches; begin a comment with #"),
        ];
        for (line, message, help) in cases {
            let found = Line::parse(line).unwrap_err();
            assert_eq!((found.message.as_str(), found.help.as_str()), (message, help), "{line}");
        }
    }
}
