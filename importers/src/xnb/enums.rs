//! [`Enums`]: the enums of a file, and the whole numbers that they are made of.

use std::collections::HashMap;

use super::plain::Plain;
use super::type_name::TypeName;

/// The enums that a file's type readers read, by name, with the kind of their numbers.
#[derive(Debug, Default)]
pub(crate) struct Enums<'a>(HashMap<&'a str, Plain>);

const ENUM: &str = "Microsoft.Xna.Framework.Content.EnumReader";

impl<'a> Enums<'a> {
    /// The enums of a table of type readers.
    ///
    /// An enum's reader asks for that of its numbers, which stands behind it if it did not stand in the table before. Where the
    /// table leaves a choice, numbers are those that most enums have, Int32.
    pub(crate) fn of(readers: &[Option<TypeName<'a>>]) -> Self {
        let wholes: Vec<Option<Plain>> = readers.iter().map(|reader| whole(reader.as_ref()?)).collect();
        let number = |at: usize| {
            let before = &wholes[..at];
            if before.contains(&Some(Plain::Int32)) {
                return Plain::Int32;
            }
            let next = wholes.get(at + 1).copied().flatten();
            next.or_else(|| before.iter().copied().flatten().next()).unwrap_or(Plain::Int32)
        };
        let named = |(at, reader): (usize, &Option<TypeName<'a>>)| match reader {
            Some(TypeName { name: ENUM, arguments, .. }) => Some((arguments.first()?.name, number(at))),
            _ => None,
        };
        Self(readers.iter().enumerate().filter_map(named).collect())
    }

    /// Whether a type is one of these enums.
    pub(crate) fn has(&self, name: &TypeName<'_>) -> bool {
        name.arguments.is_empty() && name.arrays == 0 && self.0.contains_key(name.name)
    }

    /// The kind of an enum's numbers.
    pub(crate) fn number(&self, name: &TypeName<'_>) -> Plain {
        self.0.get(name.name).copied().unwrap_or(Plain::Int32)
    }
}

fn whole(reader: &TypeName<'_>) -> Option<Plain> {
    let name = reader.name.strip_prefix("Microsoft.Xna.Framework.Content.")?.strip_suffix("Reader")?;
    Plain::of_name(name).filter(|plain| plain.is_whole())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_of_the_reader_that_the_enum_s_own_asked_for() {
        let cases = [
            (&["Enum`1[[A]]", "Byte"][..], Plain::Byte),
            (&["Enum`1[[A]]", "Int32", "Byte"], Plain::Int32),
            (&["Int32", "Enum`1[[A]]", "Byte"], Plain::Int32),
            (&["Byte", "Enum`1[[A]]", "String"], Plain::Byte),
            (&["Enum`1[[A]]"], Plain::Int32),
        ];
        for (readers, expected) in cases {
            let names = readers.iter().map(|reader| match reader.split_once('`') {
                Some((name, arguments)) => format!("Microsoft.Xna.Framework.Content.{name}Reader`{arguments}"),
                None => format!("Microsoft.Xna.Framework.Content.{reader}Reader"),
            });
            let names: Vec<String> = names.collect();
            let readers: Vec<_> = names.iter().map(|name| TypeName::parse(name)).collect();
            let own = TypeName::parse("A, B").unwrap();
            let enums = Enums::of(&readers);
            assert_eq!((enums.has(&own), enums.number(&own)), (true, expected), "{names:?}");
        }
    }
}
