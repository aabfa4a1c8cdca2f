//! [`RonData`]: game data in RON, Rusty Object Notation.

use rigmill_dom::{DataEnum, DataSource, DataValue};
use rigmill_pipeline::{ImportContext, Importer, SourcePath, SourceText, StageError};

use super::scanner::Scanner;
use super::tree::{Field, Node, Value};
use super::{DataParams, Document, decode_text, import};
use crate::codes;
use crate::problems::{Problems, Stop, shortened};

/// Imports game data in RON: structs are records with the struct's name as their type's, tuples and lists lists, maps
/// maps, a name alone an enum's value. `Some(x)` is x, `None` and `()` are null. Numbers are as JSON's.
#[derive(Clone, Copy, Debug, Default)]
pub struct RonData;

impl Importer for RonData {
    type Output = DataSource;
    type Params = DataParams;
    const NAME: &'static str = "ron-data";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["data.ron"];
    const DEFAULT_PROCESSOR: &'static str = "data";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &DataParams) -> Result<DataSource, StageError> {
        import(ctx, params, decode_text, read)
    }
}

fn read<'t>(text: &'t SourceText, _source: &SourcePath) -> (Result<Document, Stop>, Problems<'t>) {
    let problems = Problems::new(text, codes::DATA_MORE_PROBLEMS);
    let mut scanner = Scanner::new(text.as_str(), problems, "RON");
    let root = document(&mut scanner);
    (root.map(|root| Document { name: struct_name(&root), root }), scanner.problems)
}

/// The name of a struct; `None` where there is none.
fn struct_name(root: &Node) -> Option<String> {
    match &root.value {
        Value::Record { type_name, .. } if !type_name.is_empty() => Some(type_name.clone()),
        _ => None,
    }
}

fn document(scanner: &mut Scanner<'_>) -> Result<Node, Stop> {
    blanks(scanner)?;
    // Extensions of the notation: those that change what a text means are not among them.
    while scanner.eat("#![") {
        scanner.while_is(|it| it != ']');
        scanner.take();
        blanks(scanner)?;
    }
    let root = value(scanner, 1)?;
    blanks(scanner)?;
    if scanner.rest().is_empty() { Ok(root) } else { Err(scanner.wrong("something follows the end")) }
}

/// Goes past blanks and comments, which may hold comments.
fn blanks(scanner: &mut Scanner<'_>) -> Result<(), Stop> {
    loop {
        scanner.while_is(char::is_whitespace);
        if scanner.eat("//") {
            scanner.while_is(|it| it != '\n');
        } else if scanner.eat("/*") {
            let mut open = 1_usize;
            while open > 0 {
                if scanner.eat("/*") {
                    open += 1;
                } else if scanner.eat("*/") {
                    open -= 1;
                } else if scanner.take().is_none() {
                    return Err(scanner.wrong("a comment does not end"));
                }
            }
        } else {
            return Ok(());
        }
    }
}

fn value(scanner: &mut Scanner<'_>, depth: usize) -> Result<Node, Stop> {
    scanner.enter(depth)?;
    let start = scanner.at();
    let value = match scanner.peek() {
        Some('(') => parentheses(scanner, String::new(), depth)?,
        Some('[') => Value::List { type_name: String::new(), items: items(scanner, ']', depth)? },
        Some('{') => Value::Map { type_name: String::new(), entries: entries(scanner, depth)? },
        Some('"') => Value::Leaf(DataValue::Text(string(scanner)?)),
        Some('\'') => Value::Leaf(DataValue::Char(character(scanner)?)),
        Some('r') if scanner.rest().trim_start_matches('r').trim_start_matches('#').starts_with('"') => {
            Value::Leaf(DataValue::Text(raw_string(scanner)?))
        }
        Some('-' | '+' | '.' | '0'..='9') => Value::Leaf(number(scanner)?),
        Some(it) if it.is_alphabetic() || it == '_' => return named(scanner, depth),
        _ => return Err(scanner.wrong("expected a value")),
    };
    Ok(Node { value, span: scanner.since(start) })
}

/// A value that begins with a name.
fn named(scanner: &mut Scanner<'_>, depth: usize) -> Result<Node, Stop> {
    let start = scanner.at();
    let name = identifier(scanner);
    let leaf = match name {
        "true" => DataValue::Bool(true),
        "false" => DataValue::Bool(false),
        "None" => DataValue::Null,
        "inf" => DataValue::F64(f64::INFINITY),
        "NaN" => DataValue::F64(f64::NAN),
        _ => {
            blanks(scanner)?;
            if scanner.peek() != Some('(') {
                let value = Box::new(DataValue::Text(name.to_owned()));
                let span = crate::span::Span::new(start, start + name.len());
                return Ok(Node::leaf(DataValue::Enum(DataEnum { type_name: String::new(), value }.into()), span));
            }
            if name == "Some" {
                return some(scanner, depth);
            }
            let value = parentheses(scanner, name.to_owned(), depth)?;
            return Ok(Node { value, span: scanner.since(start) });
        }
    };
    Ok(Node::leaf(leaf, scanner.since(start)))
}

fn some(scanner: &mut Scanner<'_>, depth: usize) -> Result<Node, Stop> {
    let mut items = items(scanner, ')', depth)?;
    match (items.pop(), items.is_empty()) {
        (Some(item), true) => Ok(item),
        _ => Err(scanner.wrong("`Some` holds one value")),
    }
}

fn identifier<'t>(scanner: &mut Scanner<'t>) -> &'t str {
    scanner.while_is(|it| it.is_alphanumeric() || it == '_')
}

/// A struct, a tuple, or nothing at all.
fn parentheses(scanner: &mut Scanner<'_>, type_name: String, depth: usize) -> Result<Value, Stop> {
    if is_struct(scanner.rest()) {
        return Ok(Value::Record { type_name, fields: fields(scanner, depth)? });
    }
    let items = items(scanner, ')', depth)?;
    Ok(match (items.is_empty(), type_name.is_empty()) {
        (true, true) => Value::Leaf(DataValue::Null),
        (true, false) => Value::Record { type_name, fields: Vec::new() },
        (false, _) => Value::List { type_name, items },
    })
}

/// Whether what begins with a parenthesis has names inside.
fn is_struct(text: &str) -> bool {
    let mut rest = text.get(1..).unwrap_or_default();
    loop {
        rest = rest.trim_start();
        let behind = match (rest.strip_prefix("//"), rest.strip_prefix("/*")) {
            (Some(comment), _) => comment.split_once('\n'),
            (None, Some(comment)) => comment.split_once("*/"),
            (None, None) => break,
        };
        rest = behind.map_or("", |(_, rest)| rest);
    }
    let behind = rest.trim_start_matches(|it: char| it.is_alphanumeric() || it == '_');
    behind.len() < rest.len() && behind.trim_start().starts_with(':')
}

fn fields(scanner: &mut Scanner<'_>, depth: usize) -> Result<Vec<Field>, Stop> {
    let mut fields: Vec<Field> = Vec::new();
    let mut names = std::collections::HashSet::new();
    scanner.take();
    loop {
        blanks(scanner)?;
        if scanner.eat(")") {
            return Ok(fields);
        }
        let start = scanner.at();
        let name = identifier(scanner).to_owned();
        let name_span = scanner.since(start);
        if name.is_empty() {
            return Err(scanner.wrong("expected the name of a field"));
        }
        if !names.insert(name.clone()) {
            return Err(scanner.wrong_at(name_span, format!("a second `{}`", shortened(&name))));
        }
        blanks(scanner)?;
        if !scanner.eat(":") {
            return Err(scanner.wrong("expected `:`"));
        }
        blanks(scanner)?;
        fields.push(Field { name, name_span, value: value(scanner, depth + 1)? });
        separator(scanner, ')')?;
    }
}

fn items(scanner: &mut Scanner<'_>, end: char, depth: usize) -> Result<Vec<Node>, Stop> {
    let mut items = Vec::new();
    scanner.take();
    loop {
        blanks(scanner)?;
        if scanner.peek() == Some(end) {
            scanner.take();
            return Ok(items);
        }
        items.push(value(scanner, depth + 1)?);
        separator(scanner, end)?;
    }
}

fn entries(scanner: &mut Scanner<'_>, depth: usize) -> Result<Vec<(Node, Node)>, Stop> {
    let mut entries = Vec::new();
    scanner.take();
    loop {
        blanks(scanner)?;
        if scanner.eat("}") {
            return Ok(entries);
        }
        let key = value(scanner, depth + 1)?;
        blanks(scanner)?;
        if !scanner.eat(":") {
            return Err(scanner.wrong("expected `:`"));
        }
        blanks(scanner)?;
        entries.push((key, value(scanner, depth + 1)?));
        separator(scanner, '}')?;
    }
}

/// Goes past a `,`, which may be missing before the end alone.
fn separator(scanner: &mut Scanner<'_>, end: char) -> Result<(), Stop> {
    blanks(scanner)?;
    if scanner.eat(",") || scanner.peek() == Some(end) {
        return Ok(());
    }
    Err(scanner.wrong(format!("expected `,` or `{end}`")))
}

fn string(scanner: &mut Scanner<'_>) -> Result<String, Stop> {
    scanner.take();
    let mut text = String::new();
    loop {
        text.push_str(scanner.while_is(|it| it != '"' && it != '\\'));
        match scanner.take() {
            Some('"') => return Ok(text),
            Some(_) => text.push(escape(scanner)?),
            None => return Err(scanner.wrong("a text does not end")),
        }
    }
}

fn raw_string(scanner: &mut Scanner<'_>) -> Result<String, Stop> {
    scanner.take();
    let hashes = scanner.while_is(|it| it == '#');
    let end = format!("\"{hashes}");
    scanner.take();
    let Some((text, _)) = scanner.rest().split_once(&end) else {
        return Err(scanner.wrong("a text does not end"));
    };
    let text = text.to_owned();
    scanner.eat(&text);
    scanner.eat(&end);
    Ok(text)
}

fn character(scanner: &mut Scanner<'_>) -> Result<char, Stop> {
    scanner.take();
    let character = match scanner.take() {
        Some('\\') => escape(scanner)?,
        Some(character) => character,
        None => return Err(scanner.wrong("a character does not end")),
    };
    if scanner.eat("'") { Ok(character) } else { Err(scanner.wrong("expected `'`")) }
}

/// What stands for a character behind a `\`.
fn escape(scanner: &mut Scanner<'_>) -> Result<char, Stop> {
    Ok(match scanner.take() {
        Some(it @ ('"' | '\\' | '/' | '\'')) => it,
        Some('b') => '\u{8}',
        Some('f') => '\u{C}',
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('0') => '\0',
        Some('x') => {
            let code = scanner.hexadecimal(2)?;
            return char::from_u32(code).ok_or_else(|| scanner.wrong("no character"));
        }
        Some('u') if scanner.eat("{") => {
            let digits = scanner.while_is(|it| it.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
            let Some(code) = code.filter(|_| scanner.eat("}")) else { return Err(scanner.wrong("no character")) };
            code
        }
        Some('u') => return scanner.escaped_unit(),
        _ => return Err(scanner.wrong("no such escape")),
    })
}

fn number(scanner: &mut Scanner<'_>) -> Result<DataValue, Stop> {
    let start = scanner.at();
    // A sign may stand within, behind an exponent's letter.
    let first = scanner.while_is(|it| matches!(it, '+' | '-'));
    let mut written = first.to_owned();
    loop {
        let digits = scanner.while_is(|it| it.is_ascii_alphanumeric() || matches!(it, '.' | '_'));
        written.push_str(&digits.replace('_', ""));
        let is_exponent = digits.ends_with(['e', 'E']) && !written.contains(['x', 'X']);
        if !(is_exponent && matches!(scanner.peek(), Some('+' | '-'))) {
            break;
        }
        written.extend(scanner.take());
    }
    let span = scanner.since(start);
    match parse(&written) {
        Some(value) => Ok(value),
        None => Err(scanner.wrong_at(span, format!("{} is no number of 64 bits", shortened(&written)))),
    }
}

fn parse(written: &str) -> Option<DataValue> {
    let (sign, unsigned) = match written.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", written.strip_prefix('+').unwrap_or(written)),
    };
    if unsigned == "inf" {
        return Some(DataValue::F64(if sign.is_empty() { f64::INFINITY } else { f64::NEG_INFINITY }));
    }
    let radix = [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().find(|(prefix, _)| unsigned.starts_with(prefix));
    let digits = radix.map_or(unsigned, |(prefix, _)| &unsigned[prefix.len()..]);
    let radix = radix.map_or(10, |(_, radix)| radix);
    let is_zero = digits.bytes().all(|byte| byte == b'0');
    if digits.starts_with(['+', '-']) {
        return None;
    }
    if !(is_zero && sign == "-")
        && let Ok(whole) = i64::from_str_radix(&format!("{sign}{digits}"), radix)
    {
        return Some(DataValue::I64(whole));
    }
    if sign.is_empty()
        && let Ok(whole) = u64::from_str_radix(digits, radix)
    {
        return Some(DataValue::U64(whole));
    }
    let is_float = radix == 10 && digits.starts_with(|it: char| it.is_ascii_digit() || it == '.');
    let float = is_float.then(|| written.parse::<f64>().ok()).flatten();
    float.filter(|float| float.is_finite()).map(DataValue::F64)
}
