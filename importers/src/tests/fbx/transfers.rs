//! Tests of files that arrived incomplete, or that were transferred as text.

use std::fs;

use rigmill_pipeline::Diagnostic;

use super::support::{fbx_data, import};
use super::writer::{TICKS, moved, widened};
use crate::FbxParams;

type Import = fn(&[u8], &FbxParams) -> (Option<rigmill_dom::Scene>, Vec<Diagnostic>);

fn importers() -> Vec<Import> {
    vec![
        import,
        #[cfg(feature = "fbx-dom")]
        super::dom::import_dom,
    ]
}

/// Returns the last message about a file. There is no scene.
fn refused(bytes: &[u8], import: Import) -> String {
    let (scene, said) = import(bytes, &FbxParams::default());
    assert!(scene.is_none(), "{} bytes: {said:?}", bytes.len());
    let last = said.last().unwrap();
    assert_eq!(last.code, "R0110", "{} bytes: {said:?}", bytes.len());
    last.message.clone()
}

#[test]
fn a_binary_file_of_any_length_ends_too_early() {
    let narrow = moved(0, TICKS, &[(0, 0.0), (TICKS, 1.0)], false);
    for whole in [narrow.clone(), widened(&narrow, 7500)] {
        for import in importers() {
            assert!(import(&whole, &FbxParams::default()).0.is_some());
            for length in 1..whole.len() - 25 {
                let said = refused(&whole[..length], import);
                assert!(said.starts_with("the file ends too early: "), "{length}: {said}");
            }
            assert!(!refused(b"", import).contains("too early"));
        }
    }
}

/// A file with a node, as the programs of Autodesk write it, with a number of lines between the records.
fn text() -> String {
    let node = "Model: 1, \"Model::Bone {\", \"LimbNode\" {\n\t\tVersion: 232\n\t\tProperties70:  {\n\t\t\t\
                P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",1,2,3\n\t\t}\n\t}\n\t\
                Geometry: 2, \"Geometry::\", \"Mesh\" {\n\t\tVertices: *9 {\n\t\t\ta: 0,0,0,1,0,0,0,1,0\n\t\t} \n\t}\n";
    format!(
        "; FBX 7.5.0 project file\n; ---\n\nFBXHeaderExtension:  {{\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7500\n}}\n\n\
         ; Object properties\nObjects:  {{\n\t{node}}}\n\n; Object connections\nConnections:  {{\n\t\
         C: \"OO\",1,0\n}}\n"
    )
}

#[test]
fn a_text_file_of_any_length_ends_too_early_or_may_do_so() {
    let whole = text();
    let (scene, said) = import(whole.as_bytes(), &FbxParams::default());
    assert!(scene.unwrap().nodes.len() == 1 && said.iter().all(|it| it.code == "R0117"), "{said:?}");
    for length in "; FBX 7.5.0 project file".len()..whole.len() - 2 {
        let (scene, said) = import(&whole.as_bytes()[..length], &FbxParams::default());
        let last = said.last().unwrap_or_else(|| panic!("{length}: nothing is said"));
        match scene {
            None => assert!(last.message.starts_with("the file ends too early: "), "{length}: {said:?}"),
            Some(_) => {
                assert!(said.iter().any(|it| it.message.contains("seems to end too early")), "{length}: {said:?}");
            }
        }
    }
}

/// Files before version 6 have no record for objects.
#[test]
fn a_text_file_with_nodes_of_version_5_is_complete() {
    let header = "; FBX 5.8.0 project file\n; Objects: {\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1000\n\tFBXVersion: 5800\n}\n";
    let whole = [header, "Model: \"Bone\", \"Limb\" {\n\tVersion: 232\n}\n"].concat();
    let (scene, said) = import(whole.as_bytes(), &FbxParams::default());
    assert_eq!(scene.map(|scene| scene.nodes.len()), Some(1), "{said:?}");
    let without = [header, "Other:  {\n\tModel:  {\n\t}\n}\n"].concat();
    assert_eq!(refused(without.as_bytes(), import), "the file ends too early: its objects are missing");
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn a_real_file_that_is_cut_ends_too_early() {
    let whole = fs::read(fbx_data().join("robot_all_actions.fbx")).unwrap();
    for import in importers() {
        for length in [20, 27, 5000, 12_345, whole.len() / 2, whole.len() - 1000] {
            let said = refused(&whole[..length], import);
            assert!(said.starts_with("the file ends too early: "), "{length}: {said}");
        }
    }
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn a_real_file_that_was_transferred_as_text_is_told_from_other_damage() {
    let whole = fs::read(fbx_data().join("robot_all_actions.fbx")).unwrap();
    let mapped = |change: fn(u8) -> Vec<u8>| whole.iter().flat_map(|byte| change(*byte)).collect::<Vec<u8>>();
    let cases = [
        (mapped(|byte| vec![if byte == 0 { b' ' } else { byte }]), "its zero bytes became spaces"),
        (mapped(|byte| if byte == 0 { vec![] } else { vec![byte] }), "its zero bytes are missing"),
        (mapped(|byte| if byte == b'\n' { b"\r\n".to_vec() } else { vec![byte] }), "each LF became CR LF"),
        (mapped(|byte| char::from(byte).to_string().into_bytes()), "its bytes were converted to UTF-8"),
        (String::from_utf8_lossy(&whole).into_owned().into_bytes(), "its bytes were converted to UTF-8"),
        (mapped(|byte| vec![byte & 0x7f]), "its bytes lost their highest bit"),
        (mapped(|byte| vec![if byte < 128 { byte } else { b'?' }]), "its bytes from 128 became question marks"),
        (mapped(|byte| if byte == b'\r' { vec![] } else { vec![byte] }), "its CR bytes are missing, or became LF"),
        (mapped(|byte| vec![if byte == b'\r' { b'\n' } else { byte }]), "its CR bytes are missing, or became LF"),
        ([b"\xef\xbb\xbf", &whole[..]].concat(), "bytes were added in front of its name"),
        ([b"\r\n", &whole[..]].concat(), "bytes were added in front of its name"),
        (without_pairs(whole.clone()), "each CR LF became LF"),
    ];
    for import in importers() {
        for (bytes, expected) in &cases {
            let said = refused(bytes, import);
            assert_eq!(said, format!("the binary FBX file was damaged by a transfer as text: {expected}"));
        }
    }
}

/// Turns each CR LF in a file into LF. Makes sure that there is one before.
fn without_pairs(mut bytes: Vec<u8>) -> Vec<u8> {
    let middle = bytes.len() / 2;
    bytes[middle..middle + 2].copy_from_slice(b"\r\n");
    let mut kept = Vec::new();
    for (index, byte) in bytes.iter().enumerate() {
        if *byte != b'\r' || bytes.get(index + 1) != Some(&b'\n') {
            kept.push(*byte);
        }
    }
    kept
}
