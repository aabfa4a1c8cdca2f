//! [`Whole`]: integers, which JSON may also write as `1.0` or `1e0`.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

/// From here on, not every integer has its own double-precision number.
const FIRST_INEXACT: f64 = 9_007_199_254_740_992.0;

/// An integer that is not negative. The specification (2.7) allows a fraction of 0 and an exponent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Whole(u64);

impl Whole {
    fn fit<T: TryFrom<u64>, E: Error>(self) -> Result<T, E> {
        T::try_from(self.0).map_err(|_| E::custom(format_args!("the integer {} is too large", self.0)))
    }
}

impl From<Whole> for u64 {
    fn from(whole: Whole) -> Self {
        whole.0
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeVisitor)
    }
}

struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = Whole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer that is not negative")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
        Ok(Whole(number))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "only exact integers that are not negative"
    )]
    fn visit_f64<E: Error>(self, number: f64) -> Result<Whole, E> {
        match number {
            _ if number.fract() == 0.0 && (0.0..FIRST_INEXACT).contains(&number) => Ok(Whole(number as u64)),
            _ => Err(E::invalid_type(serde::de::Unexpected::Float(number), &self)),
        }
    }
}

pub(crate) fn one<'de, D: Deserializer<'de>, T: TryFrom<u64>>(deserializer: D) -> Result<T, D::Error> {
    Whole::deserialize(deserializer)?.fit()
}

pub(crate) fn maybe<'de, D: Deserializer<'de>, T: TryFrom<u64>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::<Whole>::deserialize(deserializer)?.map(Whole::fit).transpose()
}

pub(crate) fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
    Vec::<Whole>::deserialize(deserializer)?.into_iter().map(Whole::fit).collect()
}

/// An integer of a map, which has no attributes of its own.
#[derive(Deserialize)]
struct Entry(#[serde(deserialize_with = "one")] u32);

pub(crate) fn map<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, u32>, D::Error> {
    let map = BTreeMap::<String, Entry>::deserialize(deserializer)?;
    Ok(map.into_iter().map(|(name, entry)| (name, entry.0)).collect())
}

pub(crate) fn maps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<BTreeMap<String, u32>>, D::Error> {
    #[derive(Deserialize)]
    struct Map(#[serde(deserialize_with = "map")] BTreeMap<String, u32>);
    Ok(Vec::<Map>::deserialize(deserializer)?.into_iter().map(|map| map.0).collect())
}
