//! [`fit`]: whether a value is of a type.

use rigmill_format::{DataEnum, DataValue};

use super::basic::Basic;
use super::dotnet_type::DotnetType;
use super::place::Step;

/// Why a value is not of a type.
#[derive(Debug)]
pub(super) struct Misfit<'a> {
    /// Where below the value, the last step first.
    pub(super) steps: Vec<Step<'a>>,
    /// The kind of what is there, and the type that it should be of.
    pub(super) found: String,
    pub(super) expected: String,
}

type Fits<'a> = Result<(), Box<Misfit<'a>>>;

/// Whether a value can be written as one of `wanted`: numbers of a type that holds them. Names of types that values show to be
/// enums become those enums.
pub(super) fn fit<'a>(value: &'a DataValue, wanted: &mut DotnetType) -> Fits<'a> {
    match (&mut *wanted, value) {
        (DotnetType::Object | DotnetType::Unknown, _) | (DotnetType::Nullable(_), DataValue::Null) => Ok(()),
        (DotnetType::Nullable(inner), value) => {
            fit(value, inner)?;
            if inner.is_value_type() { Ok(()) } else { misfit(value, wanted) }
        }
        (wanted, DataValue::Null) if !wanted.is_value_type() => Ok(()),
        (DotnetType::String, DataValue::Text(_)) => Ok(()),
        (DotnetType::Basic(basic), value) if basic.converted(value).is_some() => Ok(()),
        (DotnetType::Array(item), DataValue::Bytes(_)) if **item == DotnetType::Basic(Basic::Byte) => Ok(()),
        (DotnetType::Named(_), DataValue::Reference(_)) => Ok(()),
        (_, DataValue::Enum(value_of_enum)) => fit_enum(value, value_of_enum, wanted),
        (DotnetType::Array(item) | DotnetType::List(item), DataValue::List(list)) => {
            let mut items = (0..).zip(&list.items);
            items.try_for_each(|(at, value)| fit(value, item).map_err(|misfit| misfit.below(Step::Item(at))))
        }
        (DotnetType::Dictionary(key, value), DataValue::Map(map)) => {
            let mut entries = (0..).zip(&map.entries);
            entries.try_for_each(|(at, entry)| {
                fit(&entry.0, key).map_err(|misfit| misfit.below(Step::Key(at)))?;
                fit(&entry.1, value).map_err(|misfit| misfit.below(Step::of_entry(at, &entry.0)))
            })
        }
        (DotnetType::Dictionary(key, value), DataValue::Record(record)) if **key == DotnetType::String => {
            let mut fields = record.fields.iter();
            fields.try_for_each(|field| fit(&field.value, value).map_err(|it| it.below(Step::Field(&field.name))))
        }
        (_, value) => misfit(value, wanted),
    }
}

fn fit_enum<'a>(value: &'a DataValue, own: &DataEnum, wanted: &mut DotnetType) -> Fits<'a> {
    let number = Basic::of_value(&own.value);
    match (&*wanted, number) {
        (DotnetType::String, None) => Ok(()),
        (DotnetType::Enum { name, number }, Some(found)) if *name == own.type_name && *number == found => Ok(()),
        (DotnetType::Named(name), Some(number)) if *name == own.type_name => {
            *wanted = DotnetType::Enum { name: name.clone(), number };
            Ok(())
        }
        _ => misfit(value, wanted),
    }
}

fn misfit<'a>(value: &'a DataValue, wanted: &DotnetType) -> Fits<'a> {
    let found = value.kind().name().to_owned();
    Err(Box::new(Misfit { steps: Vec::new(), found, expected: wanted.shown() }))
}

impl<'a> Misfit<'a> {
    fn below(mut self: Box<Self>, step: Step<'a>) -> Box<Self> {
        self.steps.push(step);
        self
    }
}
