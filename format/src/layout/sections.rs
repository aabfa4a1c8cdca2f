//! The macro [`sections!`], which generates the view, layout and codec of a content type from one description.

use std::ops::Deref;

use bytemuck::{Pod, Zeroable};

use crate::InvalidContent;
use crate::error::ensure;

/// The header of a content type, which is the only element of its section. A view has a copy of it, with all zeros if the
/// section is missing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct One<T>(pub(crate) T);

impl<T: Pod> One<T> {
    /// The first element, or zeros if there is none.
    #[inline]
    pub(crate) fn first(elements: &[T]) -> Self {
        elements.first().copied().map(Self).unwrap_or_default()
    }

    /// Checks that there is exactly one element.
    pub(crate) fn check_count(elements: &[T]) -> Result<(), InvalidContent> {
        let found = elements.len();
        ensure!(found == 1, "the content header has {found} elements, expected 1");
        Ok(())
    }
}

impl<T: Zeroable> Default for One<T> {
    fn default() -> Self {
        Self(T::zeroed())
    }
}

impl<T> Deref for One<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

/// The rules of a content type that go beyond its sections.
pub(crate) trait Rules {
    /// Begins the errors of a content type whose messages do not name it.
    const PREFIX: Option<&'static str> = None;

    /// Checks all rules. This is called both before encoding and after reading.
    fn check(&self) -> Result<(), InvalidContent>;

    /// Like [`check`](Self::check), for a file with this version of the layout.
    fn check_version(&self, _version: u16) -> Result<(), InvalidContent> {
        self.check()
    }
}

/// Puts the prefix of a content type before an error.
pub(crate) fn prefixed<V: Rules>(error: InvalidContent) -> InvalidContent {
    match V::PREFIX {
        Some(prefix) => error.within(prefix),
        None => error,
    }
}

/// Describes a content type: its version, and its sections in file order. The first section may be a header.
///
/// ```ignore
/// sections! {
///     /// A skeleton read from the bytes of its file.
///     #[derive(Debug)]
///     Skeleton, version 1 => SkeletonView, SkeletonLayout, Tables;
///     header b"SKEL": SkeletonHeader,
///     b"BONE" bones: [BoneRecord],
/// }
/// ```
///
/// generates three structs:
///
/// - `SkeletonView<'a> { header: One<SkeletonHeader>, bones: &'a [BoneRecord] }` borrows the sections from a file's bytes.
/// - `SkeletonLayout` contains the positions of the sections in a checked file, without the bytes.
/// - `Tables { header: One<SkeletonHeader>, bones: Vec<BoneRecord> }` owns the sections during encoding.
///
/// It also implements [`Content`](crate::Content). Three functions are written by hand: `Tables::new(&Skeleton)`, the [`Rules`]
/// of `SkeletonView`, and `SkeletonView::to_owned`. A file of an older version may lack the last sections, which are then
/// empty. Such versions are declared as `version 2, or 1 with 19 sections`, and further versions in the same way.
macro_rules! sections {
    (
        $(#[$doc:meta])*
        $content:ident, version $version:literal $(, or $old:literal with $old_count:literal sections)*
            => $view:ident, $layout:ident, $inner:vis $tables:ident;
        $(header $header_id:literal: $header:ty,)?
        $($id:literal $field:ident: [$element:ty],)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $view<'a> {
            $($inner header: $crate::layout::One<$header>,)?
            $($inner $field: &'a [$element],)+
        }

        impl<'a> $view<'a> {
            /// Checks a whole file and returns a view of its content.
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($layout), "::parse`].")]
            pub fn parse(bytes: &'a [u8]) -> Result<Self, $crate::DecodeError> {
                Ok($layout::parse(bytes)?.view(bytes))
            }
        }

        #[doc = concat!("Where the sections of a checked [`", stringify!($content), "`] are in its file.")]
        ///
        /// Keep it together with the bytes: it creates views of them without checking them again.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $layout($crate::container::SectionRanges<{ [$($header_id,)? $($id),+].len() }>);

        impl $layout {
            const SECTIONS: [$crate::container::SectionKind; [$($header_id,)? $($id),+].len()] = [
                $($crate::container::SectionKind::of::<$header>($header_id),)?
                $($crate::container::SectionKind::of::<$element>($id)),+
            ];

            /// Checks a whole file.
            ///
            /// # Errors
            /// The bytes are not an undamaged file of this type and version, or their address is not aligned for the numbers in
            /// it: see [`AlignedBytes`](crate::AlignedBytes).
            pub fn parse(bytes: &[u8]) -> Result<Self, $crate::DecodeError> {
                let container = $crate::container::Container::parse(bytes)?;
                let older = [$(($old, $old_count)),*];
                let layout = Self(container.sections::<$content, _>(&Self::SECTIONS, &older)?);
                $($crate::layout::One::<$header>::check_count(layout.0.sections(bytes).next())?;)?
                let checked = $crate::layout::Rules::check_version(&layout.view(bytes), container.content_version());
                checked.map_err($crate::layout::prefixed::<$view<'_>>)?;
                Ok(layout)
            }

            /// Returns a view of `bytes`, which must be the bytes that were parsed. A view of other bytes is safe to use, but
            /// is empty or shows different content.
            #[inline]
            #[must_use]
            pub fn view<'a>(&self, bytes: &'a [u8]) -> $view<'a> {
                let mut sections = self.0.sections(bytes);
                $view {
                    $(header: $crate::layout::One::<$header>::first(sections.next()),)?
                    $($field: sections.next()),+
                }
            }
        }

        /// The sections of a file during encoding.
        #[derive(Default)]
        $inner struct $tables {
            $($inner header: $crate::layout::One<$header>,)?
            $($inner $field: Vec<$element>,)+
        }

        impl $tables {
            fn view(&self) -> $view<'_> {
                $view {
                    $(header: $crate::layout::One::<$header>(*self.header),)?
                    $($field: &self.$field),+
                }
            }

            fn write(&self) -> Vec<u8> {
                let mut writer = $crate::container::ContainerWriter::new::<$content>($layout::SECTIONS.len());
                $(writer.section::<$header>($header_id, &[*self.header]);)?
                $(writer.section($id, &self.$field);)+
                writer.finish()
            }
        }

        impl $crate::Content for $content {
            const TYPE: $crate::ContentType = $crate::ContentType::$content;
            const VERSION: u16 = $version;

            fn encode(&self) -> Result<Vec<u8>, $crate::EncodeError> {
                let prefixed = $crate::layout::prefixed::<$view<'_>>;
                let tables = $tables::new(self).map_err(|error| error.map(prefixed))?;
                $crate::layout::Rules::check(&tables.view()).map_err(prefixed)?;
                Ok(tables.write())
            }

            fn decode(bytes: &[u8]) -> Result<Self, $crate::DecodeError> {
                let bytes = $crate::AlignedBytes::from_slice(bytes);
                Ok($view::parse(&bytes)?.to_owned())
            }
        }
    };
}
pub(crate) use sections;
