//! [`ParamChoice`]: random parameters of a stage.

use rigmill_pipeline::{BoundParams, ParamDoc, StageParams, TomlTable, TomlValue};
use rigmill_test_random::Random;

/// The maximum number of parameters that are set for a run.
const MOST: usize = 3;

/// For each of a stage's parameters, the candidate values that the stage accepts.
pub(super) struct ParamChoice {
    defaults: Option<BoundParams>,
    accepted: Vec<(&'static str, Vec<TomlValue>)>,
}

impl ParamChoice {
    pub(super) fn new<S: StageParams + ?Sized>(stage: &S, names: &[String]) -> Self {
        let params = stage.param_docs();
        let accepted = params.iter().map(|param| (param.name, accepted(stage, param, names)));
        let accepted = accepted.filter(|(_, values)| !values.is_empty()).collect();
        Self { defaults: stage.bind(&TomlTable::new()).ok(), accepted }
    }

    pub(super) fn defaults(&self) -> Option<BoundParams> {
        self.defaults.clone()
    }

    /// Returns a few parameters with random values; `None` if the stage has none, or rejects their combination.
    pub(super) fn any<S: StageParams + ?Sized>(&self, stage: &S, random: &mut Random) -> Option<BoundParams> {
        if self.accepted.is_empty() {
            return None;
        }
        let mut table = TomlTable::new();
        for _ in 0..=random.below(MOST) {
            let (name, values) = random.pick(&self.accepted);
            table.insert((*name).to_owned(), random.pick(values).clone());
        }
        stage.bind(&table).ok()
    }
}

/// Returns the candidate values that a stage accepts for a parameter.
fn accepted<S: StageParams + ?Sized>(stage: &S, param: &ParamDoc, names: &[String]) -> Vec<TomlValue> {
    let fits = |value: &TomlValue| {
        let table = TomlTable::from_iter([(param.name.to_owned(), value.clone())]);
        stage.bind(&table).is_ok()
    };
    candidates(param, names).into_iter().filter(fits).collect()
}

/// Returns values of every type. Strings are words of the documentation and names of assets.
fn candidates(param: &ParamDoc, names: &[String]) -> Vec<TomlValue> {
    let words = param.doc.split(|letter: char| !(letter.is_alphanumeric() || "-_/.".contains(letter)));
    let texts: Vec<String> = words.map(str::to_owned).chain(names.iter().cloned()).chain(["*".to_owned()]).collect();
    let mut values = vec![TomlValue::Boolean(false), TomlValue::Boolean(true)];
    values.extend([0, 1, 2, 3, 7, 16, 30, 64, 120, 1000, -1].map(TomlValue::Integer));
    values.extend([1e-9, 0.001, 0.1, 0.5, 1.0, 2.5, 29.97, 100.0, 1e6, 1e30, -1.0].map(TomlValue::Float));
    values.extend(texts.iter().cloned().map(TomlValue::String));
    values.extend(texts.iter().map(|text| TomlValue::Array(vec![TomlValue::String(text.clone())])));
    values.extend(
        texts
            .iter()
            .map(|text| TomlValue::Table(TomlTable::from_iter([("Root".to_owned(), TomlValue::String(text.clone()))]))),
    );
    values
}
