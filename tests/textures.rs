//! Tests images, which are built by the program and loaded by the runtime.

use std::sync::Arc;

use rigmill_format::TextureFormat;
use rigmill_runtime::Content;
use serde_json::Value;

use crate::support::Project;

/// Creates a bitmap of one colour (red, green, blue).
pub(crate) fn bitmap(width: u32, height: u32, [red, green, blue]: [u8; 3]) -> Vec<u8> {
    let row: Vec<u8> =
        [blue, green, red].repeat(width as usize).into_iter().chain(vec![0; width as usize % 4]).collect();
    let size = u32::try_from(row.len()).unwrap() * height;
    let words = [54 + size, 0, 54, 40, width, height, 0x0018_0001, 0, size, 0, 0, 0, 0];
    let header = b"BM".iter().copied().chain(words.iter().flat_map(|word| word.to_le_bytes()));
    header.chain(row.repeat(height as usize)).collect()
}

/// Returns the output of `inspect --json` for a built file.
pub(crate) fn inspected(project: &Project, name: &str) -> Value {
    let file = project.native().join(format!("{name}.rmb"));
    let output = project.command("inspect").arg(file).arg("--json").output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn an_image_without_a_manifest_becomes_a_texture_that_the_runtime_loads() {
    let project = Project::new();
    project.write("Textures/Skin.bmp", bitmap(6, 3, [200, 100, 50]));
    assert_eq!(project.build().count("built"), 1);
    assert_eq!(project.build().changes(), [""; 0]);
    let content = Content::open(project.native()).unwrap();
    let texture: Arc<rigmill_runtime::content::Texture> = content.load("Textures/Skin").unwrap();
    let view = texture.view();
    assert_eq!((view.format(), view.srgb(), view.levels()), (TextureFormat::Rgba8, true, 3));
    let sizes: Vec<_> = view.mips().map(|mip| (mip.width, mip.height)).collect();
    assert_eq!(sizes, [(6, 3), (3, 1), (1, 1)]);
    assert!(view.bytes().chunks_exact(4).all(|pixel| pixel == [200, 100, 50, 255]));
}

#[test]
fn rules_say_how_a_texture_is_made() {
    let project = Project::new();
    project.write("Skin_N.bmp", bitmap(6, 3, [128, 128, 255]));
    let said = |project: &Project| -> Vec<Value> {
        project.build().diagnostics().iter().map(|it| it["code"].clone()).collect()
    };
    assert_eq!(said(&project), ["R0132"]);
    let rule = "[[rule]]\nmatch = \"**/*_N.*\"\nparams = { srgb = false, compression = \"bc7\", mips = false }\n";
    project.write("rigmill.toml", rule);
    assert!(said(&project).is_empty());
    let found = inspected(&project, "Skin_N");
    assert_eq!((&found["format"], &found["srgb"]), (&Value::from("bc7"), &Value::from(false)), "{found}");
}

#[test]
fn an_image_that_means_harm_fails_alone() {
    let project = Project::new();
    project.write("good.bmp", bitmap(2, 2, [1, 2, 3]));
    project.write("text.png", "no image");
    let mut claim = bitmap(2, 2, [1, 2, 3]);
    claim[18..26].copy_from_slice(&[0, 64, 0, 0, 0, 64, 0, 0]);
    project.write("claim.bmp", claim);
    let built = project.build();
    assert_eq!((built.code, built.count("built"), built.count("failed")), (1, 1, 2));
    let mut codes: Vec<_> = built.diagnostics().iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect();
    codes.sort();
    assert_eq!(codes, ["R0130", "R0131"]);
}

#[test]
fn two_images_of_one_name_are_reported() {
    let project = Project::new();
    project.write("skin.bmp", bitmap(2, 2, [1, 2, 3]));
    project.write("skin.png", bitmap(2, 2, [1, 2, 3]));
    let built = project.build();
    assert_eq!(built.code, 1);
    let said = built.diagnostics()[0];
    assert_eq!(said["code"], "R0006");
    assert!(
        said["message"].as_str().unwrap().contains("`skin.bmp` and `skin.png` would write the same file"),
        "{said}"
    );
}

#[cfg(feature = "view")]
#[test]
fn a_failed_asset_with_the_same_name_does_not_mark_a_texture_as_failed() {
    let project = Project::new();
    project.write("rigmill.toml", "");
    project.write("skin.png", bitmap(2, 2, [1, 2, 3]));
    project.write("skin.gltf", "broken");
    for name in ["skin", "skin.png"] {
        // The second build finds the texture up to date.
        for picture in ["first.png", "second.png"] {
            let output = project.command("view").args([name, "--png", picture]).output().unwrap();
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(0), "{name}: {text}");
            assert!(std::fs::remove_file(project.root().join(picture)).is_ok(), "{name}: {text}");
        }
    }
    let output = project.command("view").args(["skin.gltf", "--png", "failed.png"]).output().unwrap();
    assert!(!output.status.success() && !project.root().join("failed.png").exists());
}
