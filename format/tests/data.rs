//! The rules of data, and the getters that games use.

use proptest::prelude::*;
use rigmill_format::{
    Content, Data, DataEnum, DataField, DataKind, DataList, DataMap, DataRecord, DataValue, DataValueView, DataView,
    MAX_DATA_DEPTH,
};

use crate::samples;

fn text(text: &str) -> DataValue {
    DataValue::Text(text.to_owned())
}

fn list(items: Vec<DataValue>) -> DataValue {
    DataValue::List(DataList { items, ..Default::default() })
}

fn record(fields: Vec<(&str, DataValue)>) -> DataValue {
    let fields = fields.into_iter().map(|(name, value)| DataField { name: name.to_owned(), value });
    DataValue::Record(DataRecord { fields: fields.collect(), ..Default::default() })
}

#[track_caller]
fn refused(root: DataValue, expected: &str) {
    assert_eq!(Data { root }.encode().unwrap_err().to_string(), format!("the data is not valid: {expected}"));
}

fn nested(levels: usize) -> DataValue {
    (1..levels).fold(DataValue::Null, |inner, _| list(vec![inner]))
}

#[test]
fn a_tree_keeps_its_rules() {
    refused(
        record(vec![("a", DataValue::Null), ("b", text("a")), ("a", DataValue::Null)]),
        "two fields are named \"a\"",
    );
    let value = Box::new(DataValue::F32(1.0));
    refused(DataValue::Enum(DataEnum { value, ..Default::default() }), "value 0 is not a valid enum");
    refused(nested(MAX_DATA_DEPTH + 1), "values nest deeper than 96 levels");
    let deep = Data { root: nested(MAX_DATA_DEPTH) };
    assert_eq!(Data::decode(&deep.encode().unwrap()).unwrap(), deep);
}

#[test]
fn every_kind_has_its_number_and_name() {
    let file = samples::data().encode().unwrap();
    let aligned = rigmill_format::AlignedBytes::from_slice(&file);
    let root = DataView::parse(&aligned).unwrap().root();
    let mut kinds: Vec<DataKind> = root.as_record().unwrap().fields().map(|(_, value)| value.kind()).collect();
    kinds.dedup();
    assert_eq!(kinds, DataKind::ALL);
    for (number, kind) in (0..).zip(DataKind::ALL) {
        assert_eq!((kind.number(), DataKind::from_number(number)), (number, Some(kind)));
    }
    assert_eq!(DataKind::from_number(32), None);
}

#[track_caller]
fn ask<T>(root: DataValue, question: impl FnOnce(DataValueView<'_>) -> T) -> T {
    let file = rigmill_format::AlignedBytes::from_slice(&Data { root }.encode().unwrap());
    question(DataView::parse(&file).unwrap().root())
}

#[test]
fn numbers_are_read_from_texts_too() {
    let cases = [("45", Some(45.0)), (" 0.25\n", Some(0.25)), ("-1e3", Some(-1000.0)), ("INF", Some(f64::INFINITY))];
    for (written, number) in cases.into_iter().chain(["", "x", "inf", "1 2", "0x10"].map(|no| (no, None))) {
        assert_eq!(ask(text(written), |it| it.as_f64()), number, "{written:?}");
    }
    assert_eq!(ask(text("300"), |it| (it.as_i32(), it.as_u32(), it.as_bool())), (Some(300), Some(300), None));
    assert_eq!(ask(text("1"), |it| it.as_bool()), Some(true));
    assert_eq!(ask(DataValue::I64(-1), |it| (it.as_i64(), it.as_u64(), it.as_f32())), (Some(-1), None, Some(-1.0)));
    assert_eq!(ask(DataValue::U64(u64::MAX), |it| (it.as_i64(), it.as_u64())), (None, Some(u64::MAX)));
    assert_eq!(ask(DataValue::F32(1.0), |it| (it.as_i64(), it.as_str().is_some())), (None, false));
}

#[test]
fn vectors_are_read_from_records_lists_and_texts() {
    let [x, y, z] = [1.0, -2.0, 0.5];
    let fields = record(vec![("X", text("1")), ("Y", text("-2.0")), ("Z", text("0.5"))]);
    let items = list(vec![DataValue::I32(1), DataValue::F64(y.into()), text("0.5")]);
    for value in [fields, items, text("1, -2 0.5"), DataValue::Vector3([x, y, z])] {
        assert_eq!(ask(value.clone(), |it| it.as_floats()), Some([x, y, z]), "{value:?}");
        assert_eq!(ask(value.clone(), |it| it.as_floats::<2>()), None);
        assert_eq!(ask(value, |it| it.as_floats::<4>()), None);
    }
}

#[test]
fn records_lists_and_maps_are_walked() {
    let root = record(vec![
        ("one", record(vec![("Item", text("a"))])),
        ("two", list(vec![text("a"), text("b")])),
        ("none", text("")),
        ("map", DataValue::Map(DataMap { entries: vec![(text("k"), text("v"))], ..Default::default() })),
    ]);
    ask(root, |root| {
        let items = |name: &str| root.get(name).unwrap().items().filter_map(|it| it.as_str()).collect::<Vec<_>>();
        assert_eq!((items("one"), items("two"), items("none")), (vec!["a"], vec!["a", "b"], vec![]));
        assert_eq!(root.get("map").unwrap().get("k").unwrap().as_str(), Some("v"));
        assert!(root.get("k").is_none() && root.get("nowhere").is_none());
    });
}

fn values() -> impl Strategy<Value = DataValue> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(DataValue::Bool),
        any::<i16>().prop_map(DataValue::I16),
        any::<u64>().prop_map(DataValue::U64),
        any::<u32>().prop_map(|bits| DataValue::F32(f32::from_bits(bits))),
        "[a-c]{0,2}".prop_map(DataValue::Text),
        "[a-c]{0,2}".prop_map(DataValue::Reference),
        prop::collection::vec(any::<u8>(), 0..3).prop_map(DataValue::Bytes),
        any::<[f32; 3]>().prop_map(DataValue::Vector3),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let name = "[A-C]?";
        let entries = prop::collection::vec((inner.clone(), inner.clone()), 0..3);
        let fields = prop::collection::btree_map("[a-d]{0,2}", inner.clone(), 0..4);
        prop_oneof![
            (name, prop::collection::vec(inner, 0..4))
                .prop_map(|(type_name, items)| DataValue::List(DataList { type_name, items })),
            (name, entries).prop_map(|(type_name, entries)| DataValue::Map(DataMap { type_name, entries })),
            (name, fields).prop_map(|(type_name, fields)| {
                let fields = fields.into_iter().map(|(name, value)| DataField { name, value }).collect();
                DataValue::Record(DataRecord { type_name, fields })
            }),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_encoded_decodes_to_the_same(root in values()) {
        let file = Data { root: root.clone() }.encode().unwrap();
        let decoded = Data::decode(&file).unwrap();
        prop_assert_eq!(format!("{:?}", decoded.root), format!("{:?}", root));
        prop_assert_eq!(decoded.encode().unwrap(), file);
    }
}
