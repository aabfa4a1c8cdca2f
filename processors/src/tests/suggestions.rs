//! Tests of the assets that messages suggest.

use rigmill_format::{ActionSet, AnimationSequence, ClipEvents, Data, Skeleton};
use rigmill_pipeline::{
    AssetError, AssetIndex, Digest, DynValue, ProcessContext, ProductInfo, SourcePath, ValueType, nearest_assets,
};

use crate::report::{Wanted, meant_asset};

const SOURCES: [&str; 8] = [
    "Clips/Low.fbx",
    "Clips/Low_Run.Animation",
    "Clips/Low_Run.events.toml",
    "Data/Tiger.spec",
    "Hero/Grund.actions.toml",
    "Hero/Grund.data.toml",
    "Models/Grund.fbx",
    "Models/Grund.skeleton.toml",
];

struct Build;

impl AssetIndex for Build {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        let value_type = match name {
            "Clips/Low@Walk" | "Clips/Low_Run" => ValueType::of::<AnimationSequence>(),
            "Models/Grund.skeleton" => ValueType::of::<Skeleton>(),
            "Clips/Low" | "Clips/Low_Run.events" | "Data/Tiger" | "Hero/Grund.actions" | "Hero/Grund.data" => {
                panic!("{name} may depend on the asset that asks")
            }
            _ => return Err(AssetError::Missing { name: name.to_owned() }),
        };
        let (type_path, digest) = (value_type.path().to_owned(), Digest::of(b""));
        Ok(ProductInfo { name: name.to_owned(), type_path, digest })
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        Err(AssetError::Failed { name: name.to_owned() })
    }

    fn nearest(&self, name: &str) -> Vec<String> {
        let sources = SOURCES.map(|source| SourcePath::new(source).unwrap());
        nearest_assets(name, sources.iter().map(SourcePath::asset_name)).into_iter().map(str::to_owned).collect()
    }

    fn sources_named(&self, name: &str) -> Vec<SourcePath> {
        let sources = SOURCES.map(|source| SourcePath::new(source).unwrap());
        sources.into_iter().filter(|source| source.asset_name().eq_ignore_ascii_case(name)).collect()
    }
}

/// Returns the asset that a source means by a name.
fn meant(source: &str, name: &str, types: &[ValueType]) -> Option<String> {
    let source = SourcePath::new(source).unwrap();
    let mut ctx = ProcessContext::new(&source, &Build);
    meant_asset(&AssetError::Missing { name: name.to_owned() }, name, Wanted::new(types), &mut ctx)
}

#[test]
fn a_clip_is_suggested_where_a_clip_is_wanted() {
    let clip = |name| meant("Hero/Grund.actions.toml", name, &[ValueType::of::<AnimationSequence>()]);
    let found = |name: &str| Some(name.to_owned());
    assert_eq!(clip("Clips/Low_Rnu"), found("Clips/Low_Run"));
    assert_eq!(clip("Clips/Low_Run.Animation"), found("Clips/Low_Run"));
    assert_eq!(clip("Clips/Low.fbx@Walk"), found("Clips/Low@Walk"));
    assert_eq!(clip("Clips/Lwo@Walk"), found("Clips/Low@Walk"));
    assert_eq!(clip("Hero/Clips/Low@Walk"), found("Clips/Low@Walk"));
    // The clips of the scene `Clips/Low` have labels.
    assert_eq!(clip("Clips/Lo"), found("Clips/Low_Run"));
    assert_eq!((clip("Hero/Grund"), clip("Data/Tigre")), (None, None));
}

#[test]
fn a_skeleton_is_suggested_where_a_skeleton_is_wanted() {
    let skeleton = |name| meant("Data/Grund.spec", name, &[ValueType::of::<Skeleton>()]);
    for name in
        ["Data/Models/Grund.skeleton", "Models/Grund", "Models/Grnud", "Models/Grund.fbx", "Models/Grnd.skeleton"]
    {
        assert_eq!(skeleton(name).as_deref(), Some("Models/Grund.skeleton"), "{name}");
    }
}

#[test]
fn assets_that_may_depend_on_this_one_are_suggested_without_a_question() {
    let any = |source, name| meant(source, name, &[]);
    assert_eq!(any("Data/Lion.spec", "Data/Tigre").as_deref(), Some("Data/Tiger"));
    assert_eq!(any("Data/Tiger.spec", "Data/Tigre"), None);
    assert_eq!(any("Data/Tiger.spec", "Data/Tiger.spec"), None);
    let typed = |name, value_type| meant("Data/Lion.spec", name, &[value_type]);
    assert_eq!(typed("Data/Tigre", ValueType::of::<Data>()).as_deref(), Some("Data/Tiger"));
    assert_eq!(typed("Hero/Grund.action", ValueType::of::<ActionSet>()).as_deref(), Some("Hero/Grund.actions"));
    assert_eq!(typed("Clips/Low_Run.event", ValueType::of::<ClipEvents>()).as_deref(), Some("Clips/Low_Run.events"));
}

#[test]
fn only_wrong_names_are_corrected() {
    let source = SourcePath::new("Data/Lion.spec").unwrap();
    let mut ctx = ProcessContext::new(&source, &Build);
    let error = AssetError::Cycle { sources: Vec::new() };
    assert_eq!(meant_asset(&error, "Data/Tigre", Wanted::new(&[]), &mut ctx), None);
    let long = "a/".repeat(500);
    assert_eq!(meant("Data/Lion.spec", &long, &[]), None);
}
