//! Tests that both importers report data that scenes cannot represent in the same way, once for each kind.

use super::kinds::files;
use super::support::find;
use super::writer::{geometry, model, scene};
use crate::tests::support::{data_if_set, import_with};
use crate::{Fbx, FbxParams};

fn said<I>(bytes: &[u8]) -> Vec<String>
where
    I: rigmill_pipeline::Importer<Output = rigmill_dom::Scene, Params = FbxParams> + Default,
{
    import_with::<I>(bytes, &FbxParams::default()).1.into_iter().map(|it| it.message).collect()
}

#[test]
fn each_thing_that_is_left_out_is_reported() {
    for (feature, bytes, expected) in files() {
        let expected: Vec<_> = Some(expected).filter(|it| !it.is_empty()).into_iter().collect();
        assert_eq!(said::<Fbx>(&bytes), expected, "{feature}");
        #[cfg(feature = "fbx-dom")]
        if feature != "Second geometry of a node" {
            assert_eq!(said::<crate::FbxDom>(&bytes), expected, "{feature}");
        }
    }
}

#[test]
fn things_of_a_kind_are_counted_and_the_first_are_named() {
    let mut objects = vec![model(1, "Body", "Mesh", vec![])];
    let spare = super::writer::Value::Doubles(Vec::new());
    objects.extend((10..15).map(|id| model(id, &format!("Lost{id}"), "Null", vec![])));
    objects.extend((20..22).map(|id| geometry(id, spare.clone(), vec![])));
    let expected = [
        "2 meshes that no node uses are left out",
        "5 nodes that are not in the scene are left out: \"Lost10\", \"Lost11\", \"Lost12\" and 2 more",
    ];
    assert_eq!(said::<Fbx>(&scene(objects, &[(1, 0, None)])), expected);
}

#[test]
#[cfg_attr(not(any(fbx_files, robotgame)), ignore = "set RIGMILL_FBX or RIGMILL_ROBOTGAME to a folder with FBX files")]
fn no_file_says_a_kind_twice() {
    let mut paths = Vec::new();
    ["RIGMILL_FBX", "RIGMILL_ROBOTGAME"].into_iter().filter_map(data_if_set).for_each(|it| find(&it, &mut paths));
    for path in paths {
        let said = said::<Fbx>(&std::fs::read(&path).unwrap());
        let left_out = said.iter().filter_map(|it| Some(it.split_once(" left out")?.0.split_once(' ')?.1));
        let mut kinds: Vec<_> = left_out.collect();
        let count = kinds.len();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), count, "{}: {said:?}", path.display());
    }
}
