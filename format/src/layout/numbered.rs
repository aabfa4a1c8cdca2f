//! The macro [`numbered!`].

/// An enum whose variants have a number in files and a name in sources: `Variant = number, "name"`.
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
            /// Every variant, in the order of their numbers.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name in sources and messages.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The number in files.
            #[must_use]
            pub const fn number(self) -> $number {
                self as $number
            }

            /// The variant with this number, if there is one.
            #[must_use]
            pub const fn from_number(number: $number) -> Option<Self> {
                match number {
                    $($value => Some(Self::$variant),)+
                    _ => None,
                }
            }

            /// The variant with this name, if there is one.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|variant| variant.name() == name)
            }
        }
    };
}
pub(crate) use numbered;
