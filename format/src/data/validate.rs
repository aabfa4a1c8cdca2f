//! Validates the nodes of a tree.

use super::kind::DataKind;
use super::records::{DataView, NodeRecord};
use super::value::MAX_DATA_DEPTH;
use crate::InvalidContent;
use crate::error::{ensure, invalid};
use crate::layout::{Rules, Span, SpanCheck, check_length, names};

impl Rules for DataView<'_> {
    const PREFIX: Option<&'static str> = Some("the data is not valid");

    /// Time and memory are proportional to the size of the file.
    fn check(&self) -> Result<(), InvalidContent> {
        self.check_strings()?;
        let mut used = Used { strings: vec![false; self.strings.len()], types: vec![false; self.types.len()] };
        self.check_types(&mut used)?;
        ensure!(!self.nodes.is_empty(), "the data has no root");
        Walk { view: *self, used, fields: vec![0; self.strings.len()] }.check()
    }
}

impl DataView<'_> {
    fn check_strings(&self) -> Result<(), InvalidContent> {
        let mut parts = SpanCheck::new("TEXT");
        let mut last: Option<&[u8]> = None;
        for (index, string) in self.strings.iter().enumerate() {
            parts.next(index, *string)?;
            let bytes = string.slice(self.text);
            names::text(bytes, "string", index)?;
            ensure!(
                last.is_none_or(|last| last < bytes),
                "string {index} does not follow the previous string in byte order"
            );
            last = Some(bytes);
        }
        parts.finish(self.text.len())
    }

    fn check_types(&self, used: &mut Used) -> Result<(), InvalidContent> {
        for (index, string) in self.types.iter().enumerate() {
            let ascends = index == 0 || self.types.get(index - 1).is_some_and(|before| before < string);
            let is_name = self.string(*string).is_some_and(|name| !name.is_empty());
            ensure!(ascends && is_name, "type name {index} does not follow the previous type name, or is not a string");
            used.string(*string);
        }
        Ok(())
    }
}

/// Records which strings and type names are used.
struct Used {
    strings: Vec<bool>,
    types: Vec<bool>,
}

impl Used {
    /// Marks a string as used. Returns whether there is a string with this index.
    fn string(&mut self, index: u32) -> bool {
        mark(&mut self.strings, index as usize)
    }

    /// Marks a type name as used, given its number above 0. Returns whether it exists.
    fn type_name(&mut self, number: u16) -> bool {
        number == 0 || mark(&mut self.types, usize::from(number) - 1)
    }
}

fn mark(marks: &mut [bool], index: usize) -> bool {
    marks.get_mut(index).map(|mark| *mark = true).is_some()
}

/// Visits each node once, in order.
struct Walk<'a> {
    view: DataView<'a>,
    used: Used,
    /// For each string, 1 + the last record that has a field with this name.
    fields: Vec<u32>,
}

impl Walk<'_> {
    fn check(mut self) -> Result<(), InvalidContent> {
        let nodes = self.view.nodes;
        let mut below = SpanCheck::new("NODE");
        // The root is not below any node.
        below.next(0, Span { first: 0, count: 1 })?;
        let (mut words, mut bytes) = (SpanCheck::new("WORD"), SpanCheck::new("BYTE"));
        // The first node that has no parent so far, and the end of the current level.
        let (mut next, mut level_end, mut depth) = (1, 1, 1);
        check_name(nodes.first().is_none_or(|root| root.name == 0), 0)?;
        for (index, node) in nodes.iter().enumerate() {
            if index == level_end {
                (level_end, depth) = (next, depth + 1);
            }
            ensure!(index < next, "value {index} has no parent");
            ensure!(depth <= MAX_DATA_DEPTH, "values nest deeper than {MAX_DATA_DEPTH} levels");
            let kind = DataKind::from_number(node.kind)
                .ok_or_else(|| invalid!("value {index} has the unknown kind {}", node.kind))?;
            self.check_type(index, node, kind)?;
            if kind.has_children() {
                below.next(index, node.span())?;
                next = next.saturating_add(node.high as usize);
                self.check_children(index, node, kind)?;
            } else if let Some(count) = kind.words() {
                words.next(index, node.span())?;
                check_value(node.high == count, index, kind)?;
            } else if kind == DataKind::Bytes {
                bytes.next(index, node.span())?;
            } else {
                check_value(self.is_payload(node, kind), index, kind)?;
            }
        }
        below.finish(nodes.len())?;
        words.finish(self.view.words.len())?;
        bytes.finish(self.view.bytes.len())?;
        self.all_used()
    }

    fn check_type(&mut self, index: usize, node: &NodeRecord, kind: DataKind) -> Result<(), InvalidContent> {
        let fits = self.used.type_name(node.type_number) && (node.type_number == 0 || kind.has_children());
        ensure!(fits, "value {index} has an invalid type name");
        Ok(())
    }

    /// Checks that the child values of a node exist, and that the values of a record have names without duplicates.
    fn check_children(&mut self, index: usize, node: &NodeRecord, kind: DataKind) -> Result<(), InvalidContent> {
        let count = node.high as usize;
        let children = node.span().slice(self.view.nodes);
        if children.len() != count {
            check_length("NODE", u64::from(node.low) + u64::from(node.high), self.view.nodes.len() as u64)?;
        }
        check_value(kind != DataKind::Enum || is_enum_value(children), index, kind)?;
        check_value(kind != DataKind::Map || count.is_multiple_of(2), index, kind)?;
        let mark = index as u64 + 1;
        for (child, at) in children.iter().zip(node.low as usize..) {
            let is_field = kind == DataKind::Record;
            check_name(is_field == (child.name != 0), at)?;
            if is_field {
                self.check_field(child.name - 1, mark, at)?;
            }
        }
        Ok(())
    }

    fn check_field(&mut self, name: u32, mark: u64, node: usize) -> Result<(), InvalidContent> {
        check_name(self.used.string(name), node)?;
        // Children are counted in 32 bits, so the number of nodes fits into 32 bits.
        let mark = u32::try_from(mark).unwrap_or(u32::MAX);
        match self.fields.get_mut(name as usize) {
            Some(last) if *last == mark => {
                let name = self.view.string(name).unwrap_or_default();
                Err(invalid!("two fields are named {name:?}"))
            }
            Some(last) => {
                *last = mark;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Whether `low` and `high` are valid for a kind that does not use any section.
    fn is_payload(&mut self, node: &NodeRecord, kind: DataKind) -> bool {
        let (low, high) = (node.low, node.high);
        let bits = u64::from(low) | u64::from(high) << 32;
        let signed = bits.cast_signed();
        match kind {
            DataKind::Null => bits == 0,
            DataKind::Bool => bits <= 1,
            DataKind::I8 => i8::try_from(signed).is_ok(),
            DataKind::I16 => i16::try_from(signed).is_ok(),
            DataKind::I32 => i32::try_from(signed).is_ok(),
            DataKind::U8 => u8::try_from(bits).is_ok(),
            DataKind::U16 => u16::try_from(bits).is_ok(),
            DataKind::U32 | DataKind::F32 | DataKind::Color => high == 0,
            DataKind::Char => high == 0 && char::from_u32(low).is_some(),
            DataKind::Text | DataKind::Reference => high == 0 && self.used.string(low),
            _ => true,
        }
    }

    fn all_used(&self) -> Result<(), InvalidContent> {
        match (self.used.strings.iter().position(|used| !used), self.used.types.iter().position(|used| !used)) {
            (Some(index), _) => Err(invalid!("nothing uses string {index}")),
            (None, Some(index)) => Err(invalid!("nothing uses type name {index}")),
            (None, None) => Ok(()),
        }
    }
}

fn is_enum_value(children: &[NodeRecord]) -> bool {
    let [value] = children else { return false };
    DataKind::from_number(value.kind).is_some_and(|kind| kind == DataKind::Text || kind.is_whole())
}

fn check_value(holds: bool, node: usize, kind: DataKind) -> Result<(), InvalidContent> {
    ensure!(holds, "value {node} is not a valid {kind}");
    Ok(())
}

fn check_name(holds: bool, node: usize) -> Result<(), InvalidContent> {
    ensure!(holds, "value {node} is a field without a name, or has a name but is not a field");
    Ok(())
}
