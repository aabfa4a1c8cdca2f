//! [`JsonData`]: imports game data in JSON.

use rigmill_dom::{DataSource, DataValue};
use rigmill_pipeline::{ImportContext, Importer, SourcePath, SourceText, StageError};

use super::import::{DataParams, decode_text, import};
use super::scanner::{Scanner, syntax_error};
use super::tree::{Document, Field, Node, Value};
use crate::codes;
use crate::report::{Problems, Result, shortened};

/// Imports game data in JSON. Objects become records, and arrays become lists. A number without a decimal point and exponent
/// becomes a 64-bit integer if it fits; every other number becomes a 64-bit float.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonData;

impl Importer for JsonData {
    type Output = DataSource;
    type Params = DataParams;
    const NAME: &'static str = "json-data";
    const VERSION: u32 = 3;
    const EXTENSIONS: &'static [&'static str] = &["data.json"];
    const DEFAULT_PROCESSOR: &'static str = "data";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &DataParams) -> Result<DataSource, StageError> {
        import(ctx, params, decode_text, read)
    }
}

fn read(text: &SourceText, _source: &SourcePath) -> (Result<Document>, Problems) {
    let root = document(&mut Scanner::new(text.as_str()));
    (root.map(|root| Document { name: None, root }), Problems::new(codes::DATA_MORE_PROBLEMS))
}

fn document(scanner: &mut Scanner<'_>) -> Result<Node> {
    blanks(scanner);
    let root = value(scanner, 1)?;
    blanks(scanner);
    if scanner.rest().is_empty() { Ok(root) } else { Err(scanner.wrong("text follows the end of the JSON value")) }
}

fn blanks(scanner: &mut Scanner<'_>) {
    scanner.while_is(|it| matches!(it, ' ' | '\t' | '\n' | '\r'));
}

fn value(scanner: &mut Scanner<'_>, depth: usize) -> Result<Node> {
    scanner.enter(depth)?;
    let start = scanner.at();
    let value = match scanner.peek() {
        Some('{') => Value::Record { type_name: String::new(), fields: object(scanner, depth)? },
        Some('[') => Value::List { type_name: String::new(), items: array(scanner, depth)? },
        Some('"') => Value::Leaf(DataValue::Text(string(scanner)?)),
        Some('-' | '0'..='9') => Value::Leaf(number(scanner)?),
        _ if scanner.eat("true") => Value::Leaf(DataValue::Bool(true)),
        _ if scanner.eat("false") => Value::Leaf(DataValue::Bool(false)),
        _ if scanner.eat("null") => Value::Leaf(DataValue::Null),
        _ => return Err(scanner.wrong("expected a value")),
    };
    Ok(Node { value, span: scanner.since(start) })
}

fn array(scanner: &mut Scanner<'_>, depth: usize) -> Result<Vec<Node>> {
    let mut items = Vec::new();
    scanner.take();
    blanks(scanner);
    if scanner.eat("]") {
        return Ok(items);
    }
    loop {
        blanks(scanner);
        items.push(value(scanner, depth + 1)?);
        blanks(scanner);
        if scanner.eat("]") {
            return Ok(items);
        }
        if !scanner.comma("]")? {
            return Err(scanner.wrong("expected `,` or `]`"));
        }
    }
}

fn object(scanner: &mut Scanner<'_>, depth: usize) -> Result<Vec<Field>> {
    let mut fields = Vec::new();
    let mut names = std::collections::HashSet::new();
    scanner.take();
    blanks(scanner);
    if scanner.eat("}") {
        return Ok(fields);
    }
    loop {
        blanks(scanner);
        let start = scanner.at();
        if scanner.peek() != Some('"') {
            return Err(scanner.wrong("expected a name in quotes"));
        }
        let name = string(scanner)?;
        let name_span = scanner.since(start);
        if !names.insert(name.clone()) {
            return Err(syntax_error(name_span, format!("there is a second {:?}", shortened(&name))));
        }
        blanks(scanner);
        if !scanner.eat(":") {
            return Err(scanner.wrong("expected `:`"));
        }
        blanks(scanner);
        fields.push(Field { name, name_span, value: value(scanner, depth + 1)? });
        blanks(scanner);
        if scanner.eat("}") {
            return Ok(fields);
        }
        if !scanner.comma("}")? {
            return Err(scanner.wrong("expected `,` or `}`"));
        }
    }
}

fn string(scanner: &mut Scanner<'_>) -> Result<String> {
    scanner.take();
    let mut text = String::new();
    loop {
        text.push_str(scanner.while_is(|it| it != '"' && it != '\\' && it >= ' '));
        match scanner.peek() {
            Some('"') => {
                scanner.take();
                return Ok(text);
            }
            Some('\\') => {
                scanner.take();
                text.push(escape(scanner)?);
            }
            Some(_) => return Err(scanner.wrong("a string contains a control character")),
            None => return Err(scanner.wrong("a string has no closing quote")),
        }
    }
}

fn escape(scanner: &mut Scanner<'_>) -> Result<char> {
    let escaped = scanner.peek();
    let character = match escaped {
        Some(it @ ('"' | '\\' | '/')) => it,
        Some('b') => '\u{8}',
        Some('f') => '\u{C}',
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('u') => {
            scanner.take();
            return scanner.escaped_unit();
        }
        _ => return Err(scanner.wrong("unknown escape sequence")),
    };
    scanner.take();
    Ok(character)
}

fn number(scanner: &mut Scanner<'_>) -> Result<DataValue> {
    let start = scanner.at();
    let text = scanner.while_is(|it| matches!(it, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
    let span = scanner.since(start);
    if !is_number(text) {
        return Err(syntax_error(span, format!("{} is not a number", shortened(text))));
    }
    // Only floats keep the sign of a zero.
    let whole = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') && text != "-0";
    match (whole.then(|| text.parse::<i64>().ok()).flatten(), whole.then(|| text.parse::<u64>().ok()).flatten()) {
        (Some(whole), _) => Ok(DataValue::I64(whole)),
        (None, Some(whole)) => Ok(DataValue::U64(whole)),
        (None, None) => match text.parse::<f64>().ok().filter(|float| float.is_finite()) {
            Some(float) => Ok(DataValue::F64(float)),
            None => Err(syntax_error(span, format!("{} does not fit in 64 bits", shortened(text)))),
        },
    }
}

/// Returns whether a text is a JSON number: no leading zeros, and digits on both sides of a decimal point.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).map_or((unsigned, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = exponent.map(|exponent| exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
}
