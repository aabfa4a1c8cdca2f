//! [`Item`]: one key of a list.

use super::field::read_scalar;
use crate::report::Result;
use crate::syntax::Span;
use crate::syntax::xml::{Cursor, Element};

/// One key of a list.
pub(crate) trait Item: Copy {
    /// The name of the element that contains a key.
    const TAG: &'static str;

    /// Reads a key and its position. Returns `None` after reporting that it cannot be read.
    fn read<'a>(cursor: &mut Cursor<'a>, element: &Element<'a>) -> Result<Option<(Self, Span)>>;
}

impl Item for f32 {
    const TAG: &'static str = "float";

    fn read<'a>(cursor: &mut Cursor<'a>, element: &Element<'a>) -> Result<Option<(Self, Span)>> {
        read_scalar(cursor, element)
    }
}

impl Item for [f32; 3] {
    const TAG: &'static str = "Vector3";

    fn read<'a>(cursor: &mut Cursor<'a>, element: &Element<'a>) -> Result<Option<(Self, Span)>> {
        read_components(cursor, element, &["X", "Y", "Z"])
    }
}

impl Item for [f32; 4] {
    const TAG: &'static str = "Quaternion";

    fn read<'a>(cursor: &mut Cursor<'a>, element: &Element<'a>) -> Result<Option<(Self, Span)>> {
        read_components(cursor, element, &["X", "Y", "Z", "W"])
    }
}

/// Reads components in any order. Missing components are 0, and so are all components of a nil item. Unreadable components are
/// reported, but do not change the number of items.
fn read_components<'a, const N: usize>(
    cursor: &mut Cursor<'a>,
    element: &Element<'a>,
    names: &[&'static str; N],
) -> Result<Option<([f32; N], Span)>> {
    let mut components = [0.0; N];
    let mut seen = [false; N];
    if element.nil {
        cursor.skip()?;
        return Ok(Some((components, element.span)));
    }
    while let Some(child) = cursor.next_child()? {
        match names.iter().position(|name| *name == child.name()) {
            Some(at) if seen[at] => cursor.skip_repeated(&child)?,
            Some(at) => {
                seen[at] = true;
                components[at] = f32::read(cursor, &child)?.map_or(0.0, |(value, _)| value);
            }
            None => cursor.skip_unknown(&child, names)?,
        }
    }
    Ok(Some((components, element.span)))
}
