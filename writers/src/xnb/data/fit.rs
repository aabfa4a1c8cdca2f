//! [`fit`]: checks whether a value has a type.

use std::sync::Arc;

use rigmill_codec_xnb::{PrimitiveType, Type};
use rigmill_format::{DataEnum, DataValue};

use super::location::Step;
use super::primitives::{converted, primitive_type};
use super::types::{enum_name, is_object, shown};

/// Why a value does not have a type.
#[derive(Debug)]
pub(super) struct Misfit<'a> {
    /// The location of the mismatch below the value, last step first.
    pub(super) steps: Vec<Step<'a>>,
    /// The kind of the value that was found, and the type that it should have.
    pub(super) found: String,
    pub(super) expected: String,
}

type Fits<'a> = Result<(), Box<Misfit<'a>>>;

/// Checks whether a value can be written as `wanted`. Numbers fit if `wanted` can represent them. Names in `wanted` that the
/// values show to be enums are replaced by these enums.
pub(super) fn fit<'a>(value: &'a DataValue, wanted: &mut Type) -> Fits<'a> {
    match (&mut *wanted, value) {
        (ty, _) if is_object(ty) => Ok(()),
        (Type::Nullable(_), DataValue::Null) => Ok(()),
        (Type::Nullable(inner), value) => {
            fit(value, Arc::make_mut(inner))?;
            if inner.is_value_type() { Ok(()) } else { misfit(value, wanted) }
        }
        (wanted, DataValue::Null) if !wanted.is_value_type() => Ok(()),
        (Type::String, DataValue::Text(_)) => Ok(()),
        (Type::Primitive(ty), value) if converted(value, *ty).is_some() => Ok(()),
        (Type::Array(item), DataValue::Bytes(_)) if **item == Type::Primitive(PrimitiveType::Byte) => Ok(()),
        (Type::Class(_), DataValue::Reference(_)) => Ok(()),
        (_, DataValue::Enum(value_of_enum)) => fit_enum(value, value_of_enum, wanted),
        (Type::Array(item) | Type::List(item), DataValue::List(list)) => {
            let mut items = (0..).zip(&list.items);
            let item = Arc::make_mut(item);
            items.try_for_each(|(at, value)| fit(value, item).map_err(|misfit| misfit.below(Step::Item(at))))
        }
        (Type::Dictionary(key, value), DataValue::Map(map)) => {
            let mut entries = (0..).zip(&map.entries);
            let (key, value) = (Arc::make_mut(key), Arc::make_mut(value));
            entries.try_for_each(|(at, entry)| {
                fit(&entry.0, key).map_err(|misfit| misfit.below(Step::Key(at)))?;
                fit(&entry.1, value).map_err(|misfit| misfit.below(Step::of_entry(at, &entry.0)))
            })
        }
        (Type::Dictionary(key, value), DataValue::Record(record)) if **key == Type::String => {
            let (mut fields, value) = (record.fields.iter(), Arc::make_mut(value));
            fields.try_for_each(|field| fit(&field.value, value).map_err(|it| it.below(Step::Field(&field.name))))
        }
        (_, value) => misfit(value, wanted),
    }
}

fn fit_enum<'a>(value: &'a DataValue, own: &DataEnum, wanted: &mut Type) -> Fits<'a> {
    let number = primitive_type(&own.value);
    match (&*wanted, number) {
        (Type::String, None) => Ok(()),
        (Type::Enum(name, number), Some(found)) if *name == enum_name(&own.type_name) && *number == found => Ok(()),
        (Type::Class(name), Some(number)) if *name == enum_name(&own.type_name) => {
            *wanted = Type::Enum(name.clone(), number);
            Ok(())
        }
        _ => misfit(value, wanted),
    }
}

fn misfit<'a>(value: &'a DataValue, wanted: &Type) -> Fits<'a> {
    let found = value.kind().name().to_owned();
    Err(Box::new(Misfit { steps: Vec::new(), found, expected: shown(wanted) }))
}

impl<'a> Misfit<'a> {
    fn below(mut self: Box<Self>, step: Step<'a>) -> Box<Self> {
        self.steps.push(step);
        self
    }
}
