//! The macro [`getters!`].

/// Defines methods of a view that have no arguments, from their doc comment, name, type and expression.
macro_rules! getters {
    ($self:ident: $($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)+) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub fn $name(&$self) -> $type {
                $value
            }
        )+
    };
}
pub(crate) use getters;
