//! The `data` processor.

use rigmill_dom::{DataEnum, DataField, DataList, DataMap, DataRecord, DataReference, DataSource, DataValue as Source};
use rigmill_format::{Content, Data, DataValue};
use rigmill_pipeline::NoParams;

use super::support::{Assets, Outcome, at, process};
use crate::DataProcessor;

const ASSETS: Assets = Assets(&["Clips/Low_Run", "Models/Robot", "Models/Robot.skeleton", "Data/Units/Tiger"]);

fn data(root: Source) -> Outcome<Data> {
    process(&DataProcessor, &DataSource { root: at(root, 1) }, &NoParams::default(), &ASSETS)
}

fn reference(path: &str, label: &str, asset_type: &str) -> Source {
    let [path, label, asset_type] = [path, label, asset_type].map(str::to_owned);
    Source::Reference(DataReference { path, label, asset_type }.into())
}

#[test]
fn references_become_the_names_of_products() {
    let references = [
        reference("Data/Units/Tiger.spec", "", ""),
        reference("Data/Units/Tiger", "", ""),
        reference("Models/Robot.fbx", ".skeleton", "Skeleton"),
    ];
    let items = references.into_iter().map(|it| at(it, 2)).collect();
    let outcome = data(Source::List(DataList { items, ..Default::default() }.into()));
    let asked = ["Data/Units/Tiger.spec", "Data/Units/Tiger", "Data/Units/Tiger", "Models/Robot.fbx.skeleton"];
    assert_eq!(outcome.asked[..4], asked);
    let DataValue::List(list) = outcome.clean().root else { panic!() };
    let names = ["Data/Units/Tiger", "Data/Units/Tiger", "Models/Robot.skeleton"];
    assert_eq!(list.items, names.map(|name| DataValue::Reference(name.to_owned())));
}

#[test]
fn missing_assets_are_reported_with_their_positions() {
    let field = |(line, value)| DataField { name: at("f".to_owned(), line), value: at(value, line) };
    let values = vec![
        reference("Data/Units/Tigr.spec", "", ""),
        reference("Nowhere", "", ""),
        reference("Clips/Low_Run", "", "Skeleton"),
    ];
    let fields = (3..).zip(values).map(field).collect();
    let outcome = data(Source::Record(DataRecord { type_name: "R".to_owned(), fields }.into()));
    assert!(outcome.value.is_none());
    assert_eq!(
        outcome.lines(),
        [
            "error[R0247] 3:9: there is no asset for the file `Data/Units/Tigr.spec`; help: did you mean `/Data/Units/Tiger`?",
            "error[R0247] 4:9: there is no asset `Nowhere`; help: correct the name; `rigmill list` shows all asset names",
            "error[R0248] 5:9: the type of `Clips/Low_Run` is AnimationSequence, expected Skeleton; \
             help: refer to an asset of the required type, or change `asset` in the schema",
        ]
    );
}

#[test]
fn suggestions_have_the_right_type_and_can_be_written() {
    let lines = |path, label, asset_type| data(reference(path, label, asset_type)).lines().concat();
    let missing = lines("Actors/Robot/Models/Robot.skeleton", "", "Skeleton");
    assert!(missing.ends_with("help: did you mean `/Models/Robot.skeleton`?"), "{missing}");
    let other_type = lines("Models/Robot", "", "Skeleton");
    assert!(other_type.ends_with("expected Skeleton; help: did you mean `/Models/Robot.skeleton`?"), "{other_type}");
    assert_eq!(
        lines("Models/Robt.fbx", ".skeleton", "Skeleton"),
        "error[R0247] 1:9: there is no asset `Models/Robt.skeleton` (path `Models/Robt.fbx`, label `.skeleton`); \
         help: did you mean `/Models/Robot`?"
    );
}

#[test]
fn a_label_without_its_dot_is_reported_with_the_name_that_was_searched() {
    assert_eq!(
        data(reference("Models/Robot.fbx", "skeleton", "Skeleton")).lines(),
        ["error[R0247] 1:9: there is no asset `Models/Robotskeleton` (path `Models/Robot.fbx`, label `skeleton`); \
          help: write `label = \".skeleton\"` in the schema"]
    );
    let unknown = data(reference("Models/Robot.fbx", "bones", "Skeleton")).lines().concat();
    assert!(unknown.contains("help: correct the path in the data or the `label` in the schema"), "{unknown}");
}

#[test]
fn every_value_stays_the_same() {
    let leaves = vec![
        Source::Null,
        Source::Bool(true),
        Source::I8(-1),
        Source::U64(u64::MAX),
        Source::F32(-0.0),
        Source::Char('é'),
        Source::Text("0012".to_owned()),
        Source::Bytes(vec![1]),
        Source::Vector3([1.0, 2.0, 3.0]),
        Source::Color([1, 2, 3, 4]),
        Source::Rectangle([1, 2, 3, 4]),
        Source::Enum(DataEnum { type_name: "E".to_owned(), value: Box::new(Source::I32(7)) }.into()),
    ];
    let shown: Vec<String> = leaves.iter().map(|leaf| format!("{leaf:?}")).collect();
    let entries = leaves.into_iter().map(|leaf| (at(Source::I32(1), 1), at(leaf, 1))).collect();
    let made = data(Source::Map(DataMap { type_name: "M".to_owned(), entries }.into())).clean();
    let DataValue::Map(map) = &made.root else { panic!() };
    assert_eq!(map.entries.iter().map(|(_, value)| format!("{value:?}")).collect::<Vec<_>>(), shown);
    assert_eq!(Data::decode(&made.encode().unwrap()).unwrap(), made);
}
