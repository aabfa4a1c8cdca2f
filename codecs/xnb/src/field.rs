//! [`Field`]: what objects are made of, each kind with its reading and writing side by side.

use std::num::NonZeroU32;

use crate::bytes::Binary;
use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::type_readers::TypeReader;

/// A part of an object.
pub(crate) trait Field: Sized {
    /// The fewest bytes of a value.
    const SMALLEST: usize;
    fn read(input: &mut ContentReader<'_>) -> Result<Self>;
    fn write(&self, output: &mut ContentWriter);
}

/// Defines a struct whose fields stand in a file one after the other.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $name:ident $(<$object:ident>)? {
            $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name $(<$object>)? {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $(<$object: $crate::field::Field>)? $crate::field::Field for $name $(<$object>)? {
            const SMALLEST: usize = 0 $(+ <$type as $crate::field::Field>::SMALLEST)*;

            fn read(input: &mut $crate::content::ContentReader<'_>) -> $crate::error::Result<Self> {
                Ok(Self { $($field: $crate::field::Field::read(input)?,)* })
            }

            fn write(&self, output: &mut $crate::content::ContentWriter) {
                $($crate::field::Field::write(&self.$field, output);)*
            }
        }
    };
}

/// Defines an enum of XNA's by its numbers, which stand in a file as 32 bits.
macro_rules! numbered {
    ($(#[$meta:meta])* pub enum $name:ident { $($variant:ident = $number:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "XNA's names")]
        pub enum $name {
            $($variant = $number,)*
        }

        impl $name {
            /// The value of a number.
            #[must_use]
            pub const fn of_number(number: i32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }

        impl $crate::field::Field for $name {
            const SMALLEST: usize = 4;

            fn read(input: &mut $crate::content::ContentReader<'_>) -> $crate::error::Result<Self> {
                let number: i32 = $crate::field::Field::read(input)?;
                let message = || format!("the {} before it is {number}, which does not exist", stringify!($name));
                Self::of_number(number).ok_or_else(|| input.bytes.invalid(message()))
            }

            fn write(&self, output: &mut $crate::content::ContentWriter) {
                $crate::field::Field::write(&(*self as i32), output);
            }
        }
    };
}

pub(crate) use {numbered, record};

macro_rules! binary_fields {
    ($($binary:ty)*) => {
        $(impl Field for $binary {
            const SMALLEST: usize = <Self as Binary>::SIZE;

            fn read(input: &mut ContentReader<'_>) -> Result<Self> {
                Binary::decode(&mut input.bytes)
            }

            fn write(&self, output: &mut ContentWriter) {
                Binary::encode(self, &mut output.bytes);
            }
        })*
    };
}

binary_fields! { bool i32 u32 }

/// A finite number.
impl Field for f32 {
    const SMALLEST: usize = 4;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let number: Self = Binary::decode(&mut input.bytes)?;
        let message = || format!("the number before it is {number}, expected a finite one");
        if number.is_finite() { Ok(number) } else { Err(input.bytes.invalid(message())) }
    }

    fn write(&self, output: &mut ContentWriter) {
        Binary::encode(self, &mut output.bytes);
    }
}

impl<const N: usize> Field for [f32; N] {
    const SMALLEST: usize = 4 * N;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = Field::read(input)?;
        }
        Ok(numbers)
    }

    fn write(&self, output: &mut ContentWriter) {
        self.iter().for_each(|number| Field::write(number, output));
    }
}

impl Field for String {
    const SMALLEST: usize = 1;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        input.bytes.string()
    }

    fn write(&self, output: &mut ContentWriter) {
        output.bytes.string(self);
    }
}

/// Behind their count.
impl<T: Field> Field for Vec<T> {
    const SMALLEST: usize = 4;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let count = input.bytes.count(T::SMALLEST, "items")?;
        let mut items = Self::with_capacity(count);
        for _ in 0..count {
            items.push(T::read(input)?);
        }
        Ok(items)
    }

    fn write(&self, output: &mut ContentWriter) {
        output.bytes.count(self.len());
        self.iter().for_each(|item| item.write(output));
    }
}

/// A name: a string as an object, or null.
impl Field for Option<String> {
    const SMALLEST: usize = 1;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        input.object(|reader, input| match reader {
            TypeReader::String => input.bytes.string(),
            other => Err(input.bytes.invalid(format!("a name is read by `{}`", other.name()))),
        })
    }

    fn write(&self, output: &mut ContentWriter) {
        output.begin_object(self.as_ref().map(|_| &TypeReader::String));
        if let Some(name) = self {
            output.bytes.string(name);
        }
    }
}

/// A shared resource of a file, by its number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResourceId(NonZeroU32);

impl ResourceId {
    /// The resource of this index in [`XnbFile::resources`](crate::XnbFile::resources).
    #[must_use]
    pub fn of_index(index: usize) -> Option<Self> {
        NonZeroU32::new(u32::try_from(index.checked_add(1)?).ok()?).map(Self)
    }

    /// The index in [`XnbFile::resources`](crate::XnbFile::resources).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl Field for Option<ResourceId> {
    const SMALLEST: usize = 1;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let number = input.bytes.packed()?;
        if number > input.resources {
            return Err(input.bytes.invalid(format!("shared resource {number} of {}", input.resources)));
        }
        Ok(NonZeroU32::new(number).map(ResourceId))
    }

    fn write(&self, output: &mut ContentWriter) {
        let number = self.map_or(0, |id| id.0.get());
        if number as usize > output.resources() {
            let message = format!("shared resource {number} of {}", output.resources());
            output.fail(ErrorKind::Value, message);
        }
        output.bytes.packed(number);
    }
}
