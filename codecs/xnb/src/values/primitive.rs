//! [`Primitive`]: the values of the built-in value types of .NET and XNA.

use super::dotnet::{DateTime, Decimal, TimeSpan};
use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::Field;
use crate::types::{PrimitiveType, for_primitives};

macro_rules! primitives {
    ($($primitive:ident($payload:ty) in $namespace:ident, $keyword:literal;)*) => {
        /// A value of a [`PrimitiveType`]. Floats may have any bits, including NaN.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = ".NET's and XNA's names")]
        pub enum Primitive {
            $($primitive($payload),)*
        }

        impl Primitive {
            /// Returns the type of the value.
            #[must_use]
            pub const fn primitive_type(&self) -> PrimitiveType {
                match self {
                    $(Self::$primitive(_) => PrimitiveType::$primitive,)*
                }
            }

            /// Returns the smallest size of a value of this type, in bytes.
            pub(crate) const fn smallest(ty: PrimitiveType) -> usize {
                match ty {
                    $(PrimitiveType::$primitive => <$payload>::SMALLEST,)*
                }
            }

            pub(crate) fn read(ty: PrimitiveType, input: &mut ContentReader<'_>) -> Result<Self> {
                Ok(match ty {
                    $(PrimitiveType::$primitive => Self::$primitive(Field::read(input)?),)*
                })
            }

            pub(crate) fn write(&self, output: &mut ContentWriter) {
                match self {
                    $(Self::$primitive(payload) => payload.write(output),)*
                }
            }
        }
    };
}

for_primitives!(primitives);

/// Stored as UTF-8.
impl Field for char {
    const SMALLEST: usize = 1;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let [first] = input.bytes.array()?;
        let more = match first {
            0..0x80 => 0,
            0xc0..0xe0 => 1,
            0xe0..0xf0 => 2,
            _ => 3,
        };
        let bytes = [&[first], input.bytes.bytes(more)?].concat();
        let text = std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next());
        text.ok_or_else(|| input.bytes.invalid("the character before this byte is not UTF-8"))
    }

    fn write(&self, output: &mut ContentWriter) {
        if self.len_utf16() > 1 {
            output.fail(ErrorKind::Value, "the character needs two .NET Chars");
        }
        output.bytes.bytes(self.encode_utf8(&mut [0; 4]).as_bytes());
    }
}
