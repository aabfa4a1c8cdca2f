//! [`Value`]: data that one stage passes to the next, and its type-erased form.

use std::any::{Any, TypeId, type_name};
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::Digest;

/// Data that one stage can pass to the next. It is plain data that serde can serialize, so that it has a digest.
///
/// Exclude source positions from the digest with `#[serde(skip)]`, so that Rigmill rebuilds nothing if text only moves within a
/// file.
pub trait Value: Serialize + Send + Sync + 'static {}

impl<T: Serialize + Send + Sync + 'static> Value for T {}

/// The Rust type of a [`Value`], with a readable name.
#[derive(Clone, Copy)]
pub struct ValueType {
    id: TypeId,
    name: &'static str,
}

impl ValueType {
    /// Returns the type `T`.
    #[must_use]
    pub fn of<T: Value>() -> Self {
        Self { id: TypeId::of::<T>(), name: type_name::<T>() }
    }

    /// Returns the type's full path. It is the same in every run of one program.
    #[must_use]
    pub fn path(&self) -> &'static str {
        self.name
    }

    /// Returns the type's name without its module path, for messages.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name.rsplit("::").next().unwrap_or(self.name)
    }

    /// Returns the names of several types, for messages: `A`, `A or B`, `A, B or C`.
    #[must_use]
    pub fn one_of(types: &[Self]) -> String {
        let names: Vec<&str> = types.iter().map(Self::name).collect();
        match names.as_slice() {
            [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            names => names.concat(),
        }
    }
}

impl PartialEq for ValueType {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for ValueType {}

impl fmt::Debug for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A [`Value`] whose type is known only at run time. Clones share the value.
#[derive(Clone)]
pub struct DynValue {
    value: Arc<dyn Any + Send + Sync>,
    value_type: ValueType,
    digest: Digest,
}

impl DynValue {
    /// Wraps `value` and computes its digest.
    ///
    /// # Errors
    /// The error of serde if the value cannot be serialized.
    pub fn new<T: Value>(value: T) -> Result<Self, String> {
        let digest = Digest::of_value(&value)?;
        Ok(Self { value: Arc::new(value), value_type: ValueType::of::<T>(), digest })
    }

    /// Returns the value, if it is a `T`.
    #[must_use]
    pub fn get<T: Value>(&self) -> Option<&T> {
        self.value.downcast_ref()
    }

    /// Returns a shared pointer to the value, if it is a `T`.
    #[must_use]
    pub fn share<T: Value>(&self) -> Option<Arc<T>> {
        Arc::clone(&self.value).downcast().ok()
    }

    /// Returns the value's type.
    #[must_use]
    pub const fn value_type(&self) -> ValueType {
        self.value_type
    }

    /// Returns the digest of the value's canonical form.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.digest
    }
}

impl fmt::Debug for DynValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.value_type, self.digest)
    }
}
