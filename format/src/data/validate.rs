//! Validates the nodes of a tree.

use super::kind::DataKind;
use super::records::{DataView, NodeRecord};
use super::value::MAX_DATA_DEPTH;
use crate::layout::{Rules, Span, SpanCheck, names};
use crate::{DataProblem, InvalidContent};

impl Rules for DataView<'_> {
    /// Time and memory are proportional to the size of the file.
    fn check(&self) -> Result<(), InvalidContent> {
        self.check_strings()?;
        let mut used = Used { strings: vec![false; self.strings.len()], types: vec![false; self.types.len()] };
        self.check_types(&mut used)?;
        if self.nodes.is_empty() {
            return Err(DataProblem::NoRoot.into());
        }
        Walk { view: *self, used, fields: vec![0; self.strings.len()] }.check()
    }
}

impl DataView<'_> {
    fn check_strings(&self) -> Result<(), InvalidContent> {
        let mut parts = SpanCheck::new("TEXT");
        let mut last: Option<&[u8]> = None;
        for (index, string) in self.strings.iter().enumerate() {
            parts.next(index, *string)?;
            let bytes = string.of(self.text);
            names::text(bytes, "string", index)?;
            if last.is_some_and(|last| last >= bytes) {
                return Err(DataProblem::StringOrder(index).into());
            }
            last = Some(bytes);
        }
        parts.finish(self.text.len())
    }

    fn check_types(&self, used: &mut Used) -> Result<(), DataProblem> {
        for (index, string) in self.types.iter().enumerate() {
            let ascends = index == 0 || self.types.get(index - 1).is_some_and(|before| before < string);
            if !ascends || self.string(*string).is_none_or(str::is_empty) {
                return Err(DataProblem::TypeOrder(index));
            }
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
        if nodes.first().is_some_and(|root| root.name != 0) {
            return Err(DataProblem::Name(0).into());
        }
        for (index, node) in nodes.iter().enumerate() {
            if index == level_end {
                (level_end, depth) = (next, depth + 1);
            }
            if index >= next {
                return Err(DataProblem::Orphan(index).into());
            }
            if depth > MAX_DATA_DEPTH {
                return Err(DataProblem::TooDeep(MAX_DATA_DEPTH).into());
            }
            let kind =
                DataKind::from_number(node.kind).ok_or(DataProblem::UnknownKind { node: index, found: node.kind })?;
            self.check_type(index, node, kind)?;
            if kind.has_children() {
                below.next(index, node.span())?;
                next = next.saturating_add(node.high as usize);
                self.check_children(index, node, kind)?;
            } else if let Some(count) = kind.words() {
                words.next(index, node.span())?;
                ensure(node.high == count, index, kind)?;
            } else if kind == DataKind::Bytes {
                bytes.next(index, node.span())?;
            } else {
                ensure(self.is_payload(node, kind), index, kind)?;
            }
        }
        below.finish(nodes.len())?;
        words.finish(self.view.words.len())?;
        bytes.finish(self.view.bytes.len())?;
        self.all_used()
    }

    fn check_type(&mut self, index: usize, node: &NodeRecord, kind: DataKind) -> Result<(), DataProblem> {
        if self.used.type_name(node.type_number) && (node.type_number == 0 || kind.has_children()) {
            return Ok(());
        }
        Err(DataProblem::Type(index))
    }

    /// Checks that the child values of a node exist, and that the values of a record have names without duplicates.
    fn check_children(&mut self, index: usize, node: &NodeRecord, kind: DataKind) -> Result<(), InvalidContent> {
        let count = node.high as usize;
        let children = node.span().of(self.view.nodes);
        if children.len() != count {
            let found = node.low as u64 + u64::from(node.high);
            return Err(InvalidContent::SpanTotal { section: "NODE", found, expected: self.view.nodes.len() as u64 });
        }
        ensure(kind != DataKind::Enum || is_enum_value(children), index, kind)?;
        ensure(kind != DataKind::Map || count.is_multiple_of(2), index, kind)?;
        let mark = index as u64 + 1;
        for (child, at) in children.iter().zip(node.low as usize..) {
            let is_field = kind == DataKind::Record;
            if is_field != (child.name != 0) {
                return Err(DataProblem::Name(at).into());
            }
            if is_field {
                self.check_field(child.name - 1, mark, at)?;
            }
        }
        Ok(())
    }

    fn check_field(&mut self, name: u32, mark: u64, node: usize) -> Result<(), InvalidContent> {
        if !self.used.string(name) {
            return Err(DataProblem::Name(node).into());
        }
        // Children are counted in 32 bits, so the number of nodes fits into 32 bits.
        let mark = u32::try_from(mark).unwrap_or(u32::MAX);
        match self.fields.get_mut(name as usize) {
            Some(last) if *last == mark => {
                let name = self.view.string(name).unwrap_or_default().to_owned();
                Err(InvalidContent::DuplicateName { what: "field", name })
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
            (Some(index), _) => Err(DataProblem::UnusedString(index).into()),
            (None, Some(index)) => Err(DataProblem::UnusedType(index).into()),
            (None, None) => Ok(()),
        }
    }
}

fn is_enum_value(children: &[NodeRecord]) -> bool {
    let [value] = children else { return false };
    DataKind::from_number(value.kind).is_some_and(|kind| kind == DataKind::Text || kind.is_whole())
}

fn ensure(holds: bool, node: usize, kind: DataKind) -> Result<(), DataProblem> {
    if holds { Ok(()) } else { Err(DataProblem::Value { node, kind }) }
}
