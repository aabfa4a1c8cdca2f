//! The macro [`getters!`].

/// Methods of a view that take no arguments: doc, name, type, and the expression that gives the value.
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
