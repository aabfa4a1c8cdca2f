//! Tests of data that only an extension contains, and of extensions that a file does not list.

use serde_json::json;

use super::support::{refused, scene, triangle, warned};

fn only_in(what: &str, extension: &str) -> String {
    format!("R0144: {what}: the file contains this data only in the form of the extension {extension:?}")
}

#[test]
fn positions_without_data_are_refused_if_their_bounds_are_not_zeros() {
    let mut file = triangle();
    let accessor = file.json["accessors"][0].as_object_mut().unwrap();
    accessor.remove("bufferView");
    accessor.insert("min".to_owned(), json!([0, 0, 0]));
    accessor.insert("max".to_owned(), json!([0, 0.0, 0]));
    assert_eq!(scene(&file).meshes[0].positions.len(), 3, "all positions are 0");
    file.json["accessors"][0]["max"] = json!("none");
    assert_eq!(scene(&file).meshes[0].positions.len(), 3, "invalid bounds are ignored");
    file.json["accessors"][0]["max"] = json!([1, 1, 0]);
    assert_eq!(refused(&file.glb()), "R0143: mesh \"M\" (0): accessor 0 has no data, but its bounds are not 0");
    file.json["meshes"][0]["primitives"][0]["extensions"] = json!({ "VENDOR_compress": {} });
    assert_eq!(refused(&file.glb()), only_in("mesh \"M\" (0)", "VENDOR_compress"));
}

#[test]
fn double_precision_restarts_and_compressed_splats_are_refused_by_name() {
    let mut file = triangle();
    file.json["accessors"][0]["componentType"] = 5130.into();
    assert_eq!(refused(&file.glb()), only_in("accessor 0", "KHR_accessor_float64"));

    let mut file = triangle();
    let view = file.view(&[0, 1, 2, 255, 2, 1, 0]);
    let accessor = json!({ "bufferView": view, "componentType": 5121, "count": 7, "type": "SCALAR" });
    let indices = file.push("accessors", accessor);
    let primitive = &mut file.json["meshes"][0]["primitives"][0];
    primitive["indices"] = indices.into();
    primitive["mode"] = 5.into();
    primitive["extensions"] = json!({ "EXT_mesh_primitive_restart": {} });
    assert_eq!(refused(&file.glb()), only_in("mesh \"M\" (0)", "EXT_mesh_primitive_restart"));
    file.json["accessors"][1]["count"] = 3.into();
    assert_eq!(scene(&file).meshes[0].positions.len(), 3, "a single strip");

    let spz = "KHR_gaussian_splatting_compression_spz_2";
    let mut file = triangle();
    file.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    file.json["meshes"][0]["primitives"][0]["mode"] = 0.into();
    file.json["meshes"][0]["primitives"][0]["extensions"] =
        json!({ "KHR_gaussian_splatting": { "extensions": { spz: { "bufferView": 0 } } } });
    assert_eq!(refused(&file.glb()), only_in("mesh \"M\" (0)", spz));
}

#[test]
fn extensions_that_the_file_does_not_list_are_reported() {
    let mut file = triangle();
    file.json["nodes"][0]["extensions"] = json!({ "VENDOR_foo": { "a": 1 } });
    file.json["nodes"][0]["extras"] = json!({ "extensions": { "mine": 1 } });
    let expected = ["R0147: 1 unknown extension is left out: \"VENDOR_foo\""];
    assert_eq!(warned(&file), expected);
    file.json["extensionsUsed"] = json!(["VENDOR_foo"]);
    assert_eq!(warned(&file), expected);
}
