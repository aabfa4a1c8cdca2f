//! [`Field`]: the parts of objects. For each type of field, reading and writing are side by side.

use std::num::NonZeroU32;

use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::type_readers::TypeReader;

/// A part of an object.
pub(crate) trait Field: Sized {
    /// The smallest size of a value, in bytes.
    const SMALLEST: usize;
    fn read(input: &mut ContentReader<'_>) -> Result<Self>;
    fn write(&self, output: &mut ContentWriter);

    fn is_finite(&self) -> bool {
        true
    }
}

/// Reads a field, and checks that its numbers are finite.
pub(crate) fn read_finite<T: Field>(input: &mut ContentReader<'_>) -> Result<T> {
    let field = T::read(input)?;
    let message = || "a number before this byte is not finite".to_owned();
    input.bytes.ensure(field.is_finite(), ErrorKind::Value, message)?;
    Ok(field)
}

/// Writes a field, and checks that its numbers are finite, because other numbers could not be read again.
pub(crate) fn write_finite<T: Field>(field: &T, output: &mut ContentWriter) {
    if !field.is_finite() {
        output.fail(ErrorKind::Value, "a number is not finite");
    }
    field.write(output);
}

/// Defines a struct whose fields are stored one after another. Its numbers must be finite.
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
                Ok(Self { $($field: $crate::field::read_finite(input)?,)* })
            }

            fn write(&self, output: &mut $crate::content::ContentWriter) {
                $($crate::field::write_finite(&self.$field, output);)*
            }
        }
    };
}

/// Defines an XNA enum by its numbers, which are stored as 32-bit integers.
macro_rules! numbered {
    ($(#[$meta:meta])* pub enum $name:ident { $($variant:ident = $number:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "XNA's names")]
        pub enum $name {
            $($variant = $number,)*
        }

        impl $name {
            /// Returns the value with this number.
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
                let message = || format!("the {} before this byte is {number}, which does not exist", stringify!($name));
                Self::of_number(number).ok_or_else(|| input.bytes.invalid(message()))
            }

            fn write(&self, output: &mut $crate::content::ContentWriter) {
                $crate::field::Field::write(&(*self as i32), output);
            }
        }
    };
}

pub(crate) use {numbered, record};

macro_rules! little_endian {
    ($($number:ty $(, $is_finite:path)?;)*) => {
        $(impl Field for $number {
            const SMALLEST: usize = size_of::<Self>();

            fn read(input: &mut ContentReader<'_>) -> Result<Self> {
                input.bytes.array().map(Self::from_le_bytes)
            }

            fn write(&self, output: &mut ContentWriter) {
                output.bytes.bytes(&self.to_le_bytes());
            }

            $(fn is_finite(&self) -> bool {
                $is_finite(*self)
            })?
        })*
    };
}

little_endian! { i8; i16; i32; i64; u8; u16; u32; u64; f32, f32::is_finite; f64, f64::is_finite; }

impl Field for bool {
    const SMALLEST: usize = 1;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let byte = u8::read(input)?;
        let message = || format!("the Boolean value before this byte is {byte}, expected 0 or 1");
        input.bytes.expect(byte <= 1, ErrorKind::Value, message)?;
        Ok(byte != 0)
    }

    fn write(&self, output: &mut ContentWriter) {
        u8::from(*self).write(output);
    }
}

impl<T: Field + Copy + Default, const N: usize> Field for [T; N] {
    const SMALLEST: usize = T::SMALLEST * N;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::read(input)?;
        }
        Ok(items)
    }

    fn write(&self, output: &mut ContentWriter) {
        self.iter().for_each(|item| item.write(output));
    }

    fn is_finite(&self) -> bool {
        self.iter().all(Field::is_finite)
    }
}

impl<T: Field> Field for Box<T> {
    const SMALLEST: usize = T::SMALLEST;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        T::read(input).map(Self::new)
    }

    fn write(&self, output: &mut ContentWriter) {
        (**self).write(output);
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

/// The items follow their count.
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

    fn is_finite(&self) -> bool {
        self.iter().all(Field::is_finite)
    }
}

/// A name: a string stored as an object, or null.
impl Field for Option<String> {
    const SMALLEST: usize = 1;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        input.object(|reader, input| {
            let message =
                || format!("a name has the type reader `{}`, expected the reader of strings", input.name_of(reader));
            input.bytes.ensure(*reader == TypeReader::STRING, ErrorKind::Value, message)?;
            input.bytes.string()
        })
    }

    fn write(&self, output: &mut ContentWriter) {
        output.begin_object(self.as_ref().map(|_| TypeReader::STRING).as_ref());
        if let Some(name) = self {
            output.bytes.string(name);
        }
    }
}

/// A reference to a shared resource of a file, as its number counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResourceId(NonZeroU32);

impl ResourceId {
    /// Creates the reference to the resource with this index in [`XnbFile::resources`](crate::XnbFile::resources).
    #[must_use]
    pub fn of_index(index: usize) -> Option<Self> {
        NonZeroU32::new(u32::try_from(index.checked_add(1)?).ok()?).map(Self)
    }

    /// Returns the index in [`XnbFile::resources`](crate::XnbFile::resources).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl Field for Option<ResourceId> {
    const SMALLEST: usize = 1;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let number = input.bytes.packed()?;
        let message = || format!("shared resource {number} does not exist: there are only {}", input.resources);
        input.bytes.ensure(number <= input.resources, ErrorKind::Value, message)?;
        Ok(NonZeroU32::new(number).map(ResourceId))
    }

    fn write(&self, output: &mut ContentWriter) {
        let number = self.map_or(0, |id| id.0.get());
        if number as usize > output.resources {
            let message = format!("shared resource {number} does not exist: there are only {}", output.resources);
            output.fail(ErrorKind::Value, message);
        }
        output.bytes.packed(number);
    }
}
