//! Tests of limits on the data that is made from a small file.

use serde_json::json;

use super::support::{params, scene_with};
use super::writer::Writer;
use crate::scenes::gltf::Gltf;
use crate::tests::support::import_with;

#[test]
fn samples_are_bounded_by_the_size_of_the_file_unless_the_manifest_raises_that() {
    let mut file = Writer::new();
    let node = file.node(json!({ "name": "Bone" }));
    let channel = (node, "translation", "LINEAR", &[0.0, 1000.0][..], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0][..]);
    file.animation("Go", &[channel]);
    let (scene, said) = import_with::<Gltf>(&file.glb(), &params("sample_rate = 1000").unwrap());
    assert!(scene.is_none() && said[0].code == "R0141", "{said:?}");
    let most = 500_000 + 4 * file.glb().len();
    assert!(said[0].message.ends_with(&format!("but only {most} are allowed in a file of this size")), "{said:?}");
    assert!(said[0].help.as_ref().unwrap().ends_with("or raise `max_samples`"));
    let raised = scene_with(&file, "sample_rate = 1000\nmax_samples = 1100000");
    assert_eq!(raised.clips[0].frames, 1_000_001);
    assert!(params("max_samples = 0").is_err());
}
