//! [`Convert`]: converts parsed data to values of basic types.

use rigmill_dom::DataValue;

use super::basic::{Basic, XYZ};
use super::number::{Number, hexadecimal, number, only_character, overflows, pieces, web_color};
use super::tree::{Field, Node, Value};
use crate::codes;
use crate::report::{Problem, Problems, known_here, shortened};
use crate::syntax::Span;

/// The smallest and the largest number that is allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Range {
    pub(super) least: Option<f64>,
    pub(super) most: Option<f64>,
}

impl Range {
    fn holds(self, number: f64) -> bool {
        self.least.is_none_or(|least| number >= least) && self.most.is_none_or(|most| number <= most)
    }

    fn expected(self) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) => format!("expected {least} to {most}"),
            (Some(least), None) => format!("expected at least {least}"),
            (None, Some(most)) => format!("expected at most {most}"),
            (None, None) => String::new(),
        }
    }
}

/// Converts parsed data to a basic type, and reports data that does not have this type.
pub(super) struct Convert<'p> {
    pub(super) problems: &'p mut Problems,
    pub(super) basic: Basic,
    pub(super) range: Range,
    /// The name of the value in messages.
    pub(super) name: &'p str,
}

impl Convert<'_> {
    /// Converts a value. Returns `None` after reporting that it does not have the type.
    pub(super) fn value(&mut self, node: &Node) -> Option<DataValue> {
        match self.basic {
            Basic::Text => match node.as_text() {
                Some(text) => Some(DataValue::Text(text.to_owned())),
                None => self.wrong_type(node),
            },
            Basic::Char => match &node.value {
                Value::Leaf(DataValue::Char(value)) => Some(DataValue::Char(*value)),
                _ => match only_character(node.as_text().unwrap_or_default()) {
                    Some(value) => Some(DataValue::Char(value)),
                    None => self.wrong_type(node),
                },
            },
            Basic::Bool => match (&node.value, node.as_text().map(str::trim)) {
                (Value::Leaf(DataValue::Bool(value)), _) => Some(DataValue::Bool(*value)),
                (_, Some("true" | "True" | "1")) => Some(DataValue::Bool(true)),
                (_, Some("false" | "False" | "0")) => Some(DataValue::Bool(false)),
                _ => self.wrong_type(node),
            },
            _ if self.basic.parts().is_empty() => {
                let number = self.number(node)?;
                Some(scalar(self.basic, number))
            }
            _ => self.compound(node),
        }
    }

    /// Converts a text that contains a list of values.
    pub(super) fn values(&mut self, text: &str, span: Span) -> Option<Vec<DataValue>> {
        let pieces: Vec<&str> = pieces(text).collect();
        let count = if self.basic == Basic::Color { 1 } else { self.basic.count() };
        if !pieces.len().is_multiple_of(count) {
            self.problems.error(|| {
                let fact = format!("`{}` has {} numbers, expected {count} for each value", self.name, pieces.len());
                Problem::new(codes::DATA_VALUE, fact, "add the missing numbers").at(span)
            });
            return None;
        }
        pieces.chunks(count).map(|piece| self.value(&Node::text(piece.join(" "), span))).collect()
    }

    fn wrong_type<T>(&mut self, node: &Node) -> Option<T> {
        self.problems.error(|| {
            let expected = self.basic.expected();
            let fact = match node.as_text() {
                Some(text) if text.trim().is_empty() => format!("`{}` is empty, expected {expected}", self.name),
                Some(text) => format!("`{}` is {:?}, expected {expected}", self.name, shortened(text.trim())),
                None => format!("`{}` is {}, expected {expected}", self.name, node.what()),
            };
            let help = match (self.basic, &node.value) {
                (Basic::Text, Value::Leaf(_)) => "put the value in quotes",
                (Basic::Text, _) => "write a string, or change the type in the schema",
                _ if node.as_text().is_some_and(|text| text.trim().replace(',', ".").parse::<f64>().is_ok()) => {
                    "use a decimal point instead of the comma"
                }
                _ => "write a value of the expected type",
            };
            Problem::new(codes::DATA_VALUE, fact, help).at(node.span)
        });
        None
    }

    /// Converts a number, which must be in the range of its type and in the range of the schema.
    fn number(&mut self, node: &Node) -> Option<Number> {
        let Some(number) = number(node) else { return self.wrong_type(node) };
        let number = match (self.basic.whole(), number) {
            (Some(_), Number::Float(0.0)) => Number::Whole(0),
            (Some(_), Number::Float(_)) => return self.wrong_type(node),
            (Some((least, most)), Number::Whole(whole)) if whole < least || whole > most => {
                return self.out_of_range(node, whole, &format!("expected {least} to {most}"));
            }
            (_, number) => number,
        };
        if self.basic.whole().is_none() && self.basic != Basic::F64 && overflows(number) {
            return self.out_of_range(node, number.float(), "which does not fit in 32 bits");
        }
        if !self.range.holds(number.float()) {
            return self.out_of_range(node, number.float(), &self.range.expected());
        }
        Some(number)
    }

    fn out_of_range<T>(&mut self, node: &Node, found: impl std::fmt::Display, expected: &str) -> Option<T> {
        self.problems.error(|| {
            Problem::new(
                codes::DATA_OUT_OF_RANGE,
                format!("`{}` is {found}, {expected}", self.name),
                "write a number in the allowed range",
            )
            .at(node.span)
        });
        None
    }

    fn compound(&mut self, node: &Node) -> Option<DataValue> {
        let hex = (self.basic == Basic::Color).then(|| node.as_text().and_then(hexadecimal)).flatten();
        if let Some(color) = hex {
            return Some(DataValue::Color(color));
        }
        if let (Basic::Color, Some(color)) = (self.basic, node.as_text().and_then(web_color)) {
            return self.web_color(node, &color);
        }
        let parts: Vec<(&str, usize)> = self.basic.parts().to_vec();
        let mut numbers = Vec::with_capacity(self.basic.count());
        self.gather(node, &parts, &mut numbers)?;
        if self.basic == Basic::Color && numbers.len() == 3 {
            numbers.push(Number::Whole(255));
        }
        if numbers.len() != self.basic.count() {
            return self.wrong_type(node);
        }
        Some(compound(self.basic, &numbers))
    }

    /// Reports a colour in the notation of web pages. `color` is the colour in the notation of game data.
    fn web_color<T>(&mut self, node: &Node, color: &str) -> Option<T> {
        self.problems.error(|| {
            let text = shortened(node.as_text().unwrap_or_default().trim()).into_owned();
            let fact = format!("`{}` is {text:?}, expected {}", self.name, self.basic.expected());
            let help = format!("write `{color}`: alpha, red, green and blue, with two digits each");
            Problem::new(codes::DATA_VALUE, fact, help).at(node.span)
        });
        None
    }

    /// Collects the numbers of a value with several numbers: by name in a record, or by order in a list or text.
    fn gather(&mut self, node: &Node, parts: &[(&str, usize)], numbers: &mut Vec<Number>) -> Option<()> {
        match &node.value {
            Value::Record { fields, .. } => self.gather_fields(fields, parts, numbers),
            Value::List { items, .. } if items.len() <= 16 => {
                items.iter().try_for_each(|item| self.number(item).map(|number| numbers.push(number)))
            }
            Value::Leaf(DataValue::Text(text)) if pieces(text).take(17).count() <= 16 => {
                let mut all = pieces(text).map(|piece| Node::text(piece, node.span));
                all.try_for_each(|piece| self.number(&piece).map(|number| numbers.push(number)))
            }
            _ => self.wrong_type(node),
        }
    }

    fn gather_fields(&mut self, fields: &[Field], parts: &[(&str, usize)], numbers: &mut Vec<Number>) -> Option<()> {
        for (at, field) in fields.iter().enumerate() {
            if !parts.iter().any(|(name, _)| *name == field.name) {
                unknown_field(self.problems, field, parts.iter().map(|(name, _)| *name));
                return None;
            }
            if fields.iter().take(at).any(|before| before.name == field.name) {
                repeated_field(self.problems, field);
                return None;
            }
        }
        for (name, count) in parts {
            let before = numbers.len();
            match fields.iter().find(|field| field.name == *name) {
                Some(field) if *count == 1 => numbers.push(self.number(&field.value)?),
                Some(field) => {
                    self.gather(&field.value, XYZ, numbers)?;
                    if numbers.len() != before + count {
                        return self.wrong_type(&field.value);
                    }
                }
                // The value that XmlSerializer uses for a missing part.
                None if *name == "A" => numbers.push(Number::Whole(255)),
                None => numbers.extend(std::iter::repeat_n(Number::Whole(0), *count)),
            }
        }
        Some(())
    }
}

/// Reports a field that its record does not have.
pub(super) fn unknown_field<'n>(
    problems: &mut Problems,
    field: &Field,
    known: impl IntoIterator<Item = &'n str> + Clone,
) {
    problems.error(|| {
        let fact = format!("unknown field `{}`", shortened(&field.name));
        Problem::new(codes::DATA_UNKNOWN_FIELD, fact, known_here(&field.name, known)).at(field.name_span)
    });
}

/// Reports a field that occurs twice.
pub(super) fn repeated_field(problems: &mut Problems, field: &Field) {
    problems.error(|| {
        Problem::new(
            codes::DATA_REPEATED,
            format!("the field `{}` occurs twice", shortened(&field.name)),
            "remove one of the two fields",
        )
        .at(field.name_span)
    });
}

/// Returns whether a value already has a type and is in a range.
pub(super) fn is_of(node: &Node, basic: Basic, range: Range) -> bool {
    let Value::Leaf(leaf) = &node.value else { return false };
    let is_in_range = || !basic.parts().is_empty() && parts(leaf).into_iter().all(|number| range.holds(number));
    std::mem::discriminant(leaf) == std::mem::discriminant(&zero(basic)) && (range == Range::default() || is_in_range())
}

/// Returns the numbers of a value with several numbers.
fn parts(value: &DataValue) -> Vec<f64> {
    let floats = |numbers: &[f32]| numbers.iter().copied().map(f64::from).collect();
    let wholes = |numbers: &[i32]| numbers.iter().copied().map(f64::from).collect();
    match value {
        DataValue::Vector2(it) => floats(it),
        DataValue::Vector3(it) => floats(it),
        DataValue::Vector4(it) | DataValue::Quaternion(it) | DataValue::BoundingSphere(it) | DataValue::Plane(it) => {
            floats(it)
        }
        DataValue::BoundingBox(it) | DataValue::Ray(it) => floats(it),
        DataValue::Matrix(it) => floats(&**it),
        DataValue::Color(it) => it.iter().copied().map(f64::from).collect(),
        DataValue::Point(it) => wholes(it),
        DataValue::Rectangle(it) => wholes(it),
        _ => Vec::new(),
    }
}

/// Returns the default value of a .NET field: 0, false or an empty text.
pub(super) fn zero(basic: Basic) -> DataValue {
    match basic {
        Basic::Bool => DataValue::Bool(false),
        Basic::Char => DataValue::Char('\0'),
        Basic::Text => DataValue::Text(String::new()),
        _ if basic.parts().is_empty() => scalar(basic, Number::Whole(0)),
        _ => compound(basic, &[]),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
fn scalar(basic: Basic, number: Number) -> DataValue {
    let whole = number.whole();
    match basic {
        Basic::I8 => DataValue::I8(whole as i8),
        Basic::I16 => DataValue::I16(whole as i16),
        Basic::I32 => DataValue::I32(whole as i32),
        Basic::I64 => DataValue::I64(whole),
        Basic::U8 => DataValue::U8(whole as u8),
        Basic::U16 => DataValue::U16(whole as u16),
        Basic::U32 => DataValue::U32(whole as u32),
        Basic::U64 => DataValue::U64(whole.cast_unsigned()),
        Basic::F64 => DataValue::F64(number.float()),
        _ => DataValue::F32(number.to_f32()),
    }
}

fn compound(basic: Basic, numbers: &[Number]) -> DataValue {
    match basic {
        Basic::Vector2 => DataValue::Vector2(floats(numbers)),
        Basic::Vector3 => DataValue::Vector3(floats(numbers)),
        Basic::Vector4 => DataValue::Vector4(floats(numbers)),
        Basic::Quaternion => DataValue::Quaternion(floats(numbers)),
        Basic::Matrix => DataValue::Matrix(floats(numbers).into()),
        Basic::Color => DataValue::Color(wholes(numbers).map(|number: i32| u8::try_from(number).unwrap_or_default())),
        Basic::BoundingSphere => DataValue::BoundingSphere(floats(numbers)),
        Basic::BoundingBox => DataValue::BoundingBox(floats(numbers)),
        Basic::Plane => DataValue::Plane(floats(numbers)),
        Basic::Ray => DataValue::Ray(floats(numbers)),
        Basic::Point => DataValue::Point(wholes(numbers)),
        _ => DataValue::Rectangle(wholes(numbers)),
    }
}

fn floats<const N: usize>(numbers: &[Number]) -> [f32; N] {
    std::array::from_fn(|at| numbers.get(at).map_or(0.0, |number| number.to_f32()))
}

fn wholes<const N: usize>(numbers: &[Number]) -> [i32; N] {
    std::array::from_fn(|at| numbers.get(at).map_or(0, |number| i32::try_from(number.whole()).unwrap_or_default()))
}
