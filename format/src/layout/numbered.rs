//! The macro [`numbered!`].

/// Defines an enum whose variants have a number in files and a name in sources: `Variant = number, "name"`.
macro_rules! numbered {
    (
        $(#[$doc:meta])*
        pub enum $enum:ident: $number:ident {
            $($(#[$variant_doc:meta])* $variant:ident = $value:literal, $name:literal;)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr($number)]
        pub enum $enum {
            $($(#[$variant_doc])* $variant = $value,)+
        }

        impl $enum {
            /// All variants, in the order of their numbers.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Returns the name that is used in sources and messages.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Returns the number that is used in files.
            #[must_use]
            pub const fn number(self) -> $number {
                self as $number
            }

            /// Returns the variant with this number, or `None` if there is none.
            #[must_use]
            pub const fn from_number(number: $number) -> Option<Self> {
                match number {
                    $($value => Some(Self::$variant),)+
                    _ => None,
                }
            }

            /// Returns the variant with this name, or `None` if there is none.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|variant| variant.name() == name)
            }
        }
    };
}
pub(crate) use numbered;
