//! Tests of the search for images that scenes name.

use rigmill_dom::{Scene, SceneEffect, SceneEffectValue, SceneMaterial, SceneTexture, SceneTextureUse};
use rigmill_format::{Content, EffectValue, Model, Texture, TextureCube, TextureFormat};
use rigmill_pipeline::{
    AssetError, AssetIndex, Digest, DynValue, Labelled, ProcessContext, Processor, ProductInfo, Products, SourcePath,
    ValueType,
};

use crate::{Compression, ModelParams, ModelProcessor};

/// The files of a project. All of them are textures except `.fbx` and `.psd` files, and cube maps if their names say so.
struct Files(Vec<SourcePath>);

impl AssetIndex for Files {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        Err(AssetError::Missing { name: name.to_owned() })
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        Err(AssetError::Missing { name: name.to_owned() })
    }

    fn nearest(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn sources_named(&self, name: &str) -> Vec<SourcePath> {
        let same = |file: &&SourcePath| file.asset_name().eq_ignore_ascii_case(name);
        self.0.iter().filter(same).cloned().collect()
    }

    fn product_of(&self, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        assert!(!source.as_str().ends_with(".fbx"), "{source} is no image");
        match source.as_str().ends_with(".psd") {
            true => Err(AssetError::Missing { name: source.to_string() }),
            false => {
                let is_cube = source.as_str().ends_with("Cube.dds");
                let value_type = if is_cube { ValueType::of::<TextureCube>() } else { ValueType::of::<Texture>() };
                let (name, type_path) = (source.asset_name().to_owned(), value_type.path().to_owned());
                Ok(ProductInfo { name, type_path, digest: Digest::of(b"") })
            }
        }
    }
}

const SCENE: &str = "Art/Robot/Models/robot.fbx";

fn scene(texture: SceneTexture, usage: &str) -> Scene {
    let material = SceneMaterial {
        name: "Skin".to_owned(),
        textures: vec![SceneTextureUse { usage: usage.to_owned(), ..SceneTextureUse::default() }],
        ..SceneMaterial::default()
    };
    Scene { materials: vec![material], textures: vec![texture], ..Scene::default() }
}

fn named(relative: &str, absolute: &str) -> SceneTexture {
    SceneTexture { relative: relative.to_owned(), absolute: absolute.to_owned(), ..SceneTexture::default() }
}

/// Returns the products of a scene, and the reported diagnostics.
fn processed(scene: &Scene, files: &[&str]) -> (Labelled, Vec<String>) {
    let files = Files(files.iter().map(|path| SourcePath::new(path).unwrap()).collect());
    let source = SourcePath::new(SCENE).unwrap();
    let mut ctx = ProcessContext::new(&source, &files);
    let labelled = ModelProcessor.process(scene, &ModelParams::default(), &mut ctx).unwrap();
    let said = ctx.finish().1;
    let line =
        |it: &rigmill_pipeline::Diagnostic| format!("{}: {}; {}", it.code, it.message, it.help.as_ref().unwrap());
    (labelled, said.iter().map(line).collect())
}

/// Returns the asset of the scene's only texture.
fn found(texture: SceneTexture, files: &[&str]) -> Option<String> {
    let (labelled, said) = processed(&scene(texture, "diffuse"), files);
    let products = labelled.into_products().unwrap();
    let model: &Model = products[0].value.get().unwrap();
    let textures = &model.materials[0].textures;
    assert_eq!(textures.is_empty(), said.iter().any(|line| line.starts_with("R0121")), "{said:?}");
    textures.first().map(|texture| texture.asset.clone())
}

#[test]
fn cube_maps_are_for_parameters_of_effects_alone() {
    let files = ["Art/Robot/Models/SkyCube.dds"];
    assert_eq!(found(named("SkyCube.dds", ""), &files), None);
    let mut scene = scene(named("SkyCube.dds", ""), "diffuse");
    scene.materials[0].textures.clear();
    let parameters = vec![("Sky".to_owned(), SceneEffectValue::Texture(0))];
    scene.materials[0].effect = Some(SceneEffect { asset: "Glass".to_owned(), parameters });
    let (labelled, said) = processed(&scene, &files);
    assert!(said.is_empty(), "{said:?}");
    let products = labelled.into_products().unwrap();
    let model: &Model = products[0].value.get().unwrap();
    let effect = model.materials[0].effect.as_ref().unwrap();
    assert_eq!(effect.parameters[0].value, EffectValue::Texture("Art/Robot/Models/SkyCube".to_owned()));
}

#[test]
fn images_are_found_as_artists_leave_them() {
    let windows = r"D:\studio\Art\Robot\Textures\Skin_D.TGA";
    let cases = [
        // Named by a relative path with either slash, ignoring case.
        (named("skin.png", ""), "Art/Robot/Models/skin.png"),
        (named(r"..\Textures\Skin.PNG", ""), "Art/Robot/textures/skin.png"),
        (named(r".\sub\skin.png", ""), "Art/Robot/Models/Sub/SKIN.png"),
        // Named by an absolute path from another machine. A trailing part of the path exists in the project.
        (named("", windows), "Art/Robot/Textures/Skin_D.TGA"),
        (named("", windows), "art/robot/textures/skin_d.tga"),
        (named("", windows), "Robot/Textures/Skin_D.tga"),
        (named("", windows), "Textures/Skin_D.tga"),
        (named("", windows), "Art/Robot/Models/Textures/Skin_D.tga"),
        (named("", windows), "Art/Textures/Skin_D.tga"),
        (named("", windows), "Skin_D.tga"),
        (named("", "/home/jo/x.blend/skin.png"), "Art/Robot/Models/skin.png"),
        (named(r"..\..\..\..\elsewhere\tex\skin.png", ""), "tex/skin.png"),
        // Beside the scene, and in folders for images.
        (named("", windows), "Art/Robot/Models/skin_d.tga"),
        (named("", windows), "Art/Robot/Models/robot.fbm/Skin_D.tga"),
        (named("", windows), "Art/Robot/Models/Maps/Skin_D.tga"),
        (named("", windows), "Art/Robot/images/Skin_D.tga"),
        // With a different extension than the scene says.
        (named("skin.psd", ""), "Art/Robot/Models/skin.png"),
    ];
    for (texture, file) in cases {
        let expected = file.rsplit_once('.').unwrap().0;
        assert_eq!(found(texture.clone(), &[file]).as_deref(), Some(expected), "{texture:?}");
        // A file with the same name that is not an image does not count, and neither does another image.
        let scene = format!("{expected}.fbx");
        let others = [scene.as_str(), file, "Art/Robot/Models/other.png"];
        assert_eq!(found(texture, &others).as_deref(), Some(expected));
    }
}

#[test]
fn the_likeliest_of_several_images_is_used() {
    let absolute = named("", "/art/Robot/Textures/skin.tga");
    let longest = ["Art/Robot/Models/skin.tga", "Art/Robot/Textures/skin.tga"];
    assert_eq!(found(absolute, &longest).as_deref(), Some("Art/Robot/Textures/skin"));
    let endings = ["Art/Robot/Models/Skin.png", "Art/Robot/Models/skin.TGA", "Art/Robot/Models/skin.psd"];
    assert_eq!(found(named("skin.tga", ""), &endings).as_deref(), Some("Art/Robot/Models/skin"));
    assert_eq!(found(named("skin.psd", ""), &endings).as_deref(), Some("Art/Robot/Models/Skin"));
}

#[test]
fn a_missing_image_is_reported_with_the_path_to_put_it_at() {
    let (_, said) = processed(&scene(named(r"tex\skin.png", r"D:\tex\skin.png"), "diffuse"), &["Other/skin.png"]);
    assert_eq!(said.len(), 1);
    let expected = "no texture for \"tex\\\\skin.png\"; put the image at `Art/Robot/Models/tex/skin.png` \
                    (letter case and image format do not matter); Rigmill also searched ";
    assert!(said[0].contains(expected), "{}", said[0]);
    assert!(said[0].ends_with(" other paths") && said[0].len() < 300, "{}", said[0]);
}

/// Returns a scene whose material uses these textures.
fn scene_of(textures: Vec<SceneTexture>) -> Scene {
    let mut scene = scene(SceneTexture::default(), "diffuse");
    scene.materials[0].textures = (0..)
        .zip(&textures)
        .map(|(texture, _)| SceneTextureUse { texture, usage: "diffuse".to_owned(), ..SceneTextureUse::default() })
        .collect();
    Scene { textures, ..scene }
}

#[test]
fn the_missing_images_of_a_file_are_one_warning_with_a_list() {
    let textures = ["skin.png", "eyes.png", "tex/hair.png"].map(|name| named(name, "")).to_vec();
    let (_, said) = processed(&scene_of(textures.clone()), &["Art/Robot/Models/other.png"]);
    let folder = "Art/Robot/Models";
    let expected = format!(
        "R0121: there are no textures for 3 images: \"skin.png\", \"eyes.png\", \"tex/hair.png\"; put the images at \
         `{folder}/skin.png`, `{folder}/eyes.png`, `{folder}/tex/hair.png` (letter case and image format do not matter); \
         Rigmill also searched other paths"
    );
    assert_eq!(said, [expected]);
    // What is there is not in the list.
    let (_, said) = processed(&scene_of(textures.clone()), &["Art/Robot/Models/eyes.png"]);
    assert!(said.len() == 1 && said[0].contains("for 2 images: \"skin.png\", \"tex/hair.png\"; "), "{said:?}");
    // The model keeps names that the file refers to as assets.
    let kept = |texture: SceneTexture| SceneTexture { asset: Some(texture.relative.clone()), ..texture };
    let (_, said) = processed(&scene_of(textures.into_iter().map(kept).collect()), &[]);
    let keeps = "; the model keeps these names, because the game may contain the textures; put the images at ";
    assert!(said.len() == 1 && said[0].contains(keeps), "{said:?}");
}

#[test]
fn missing_images_with_different_remedies_are_different_warnings() {
    let folder = "Art/Robot/Models";
    let names = ["a.png", "b.png", "Cube.dds", "c.psd", "d.psd"].map(|name| named(name, ""));
    let web = ["https://example.org/e.png", "https://example.org/f.png"].map(|address| named("", address));
    let files = ["Cube.dds", "c.psd", "d.psd"].map(|name| format!("{folder}/{name}"));
    let textures = names.into_iter().chain(web).collect();
    let (_, said) = processed(&scene_of(textures), &files.each_ref().map(String::as_str));
    let helps: Vec<&str> = said.iter().map(|line| line.split_once("; ").unwrap().1).collect();
    let [put, cube, include, download] = helps[..] else { panic!("{said:?}") };
    assert!(put.starts_with(&format!("put the images at `{folder}/a.png`, `{folder}/b.png` (")), "{put}");
    assert!(cube.starts_with(&format!("`{folder}/Cube.dds` is built as ")), "{cube}");
    let rules = "are in the project, but rules exclude them or only copy them; change the rules for these images";
    assert_eq!(include, format!("`{folder}/c.psd`, `{folder}/d.psd` {rules}"));
    let web = format!("download the images to `{folder}/e.png`, `{folder}/f.png`; Rigmill does not download images");
    assert_eq!(download, web);
}

#[test]
fn a_list_of_many_missing_images_is_short() {
    let textures = (0..500).map(|number| named(&format!("skin{number}.png"), "")).collect();
    let (_, said) = processed(&scene_of(textures), &[]);
    assert!(said.len() == 1 && said[0].contains("\"skin19.png\" and 480 more; put the images at "), "{said:?}");
}

#[test]
fn names_that_are_not_paths_do_no_harm() {
    let long = "x/".repeat(10_000);
    for name in ["", "/", "\\", "..", "../..", "C:", "a\0b", "tex/", ".", "...", long.as_str(), "\u{212a}.png"] {
        assert_eq!(found_or_silent(named(name, name)), None, "{name:?}");
    }
}

fn found_or_silent(texture: SceneTexture) -> Option<String> {
    let (labelled, _) = processed(&scene(texture, "diffuse"), &["Other/skin.png"]);
    let products = labelled.into_products().unwrap();
    let model: &Model = products[0].value.get().unwrap();
    model.materials[0].textures.first().map(|it| it.asset.clone())
}

/// Returns a grey bitmap of 2 x 1 pixels.
fn bitmap() -> Vec<u8> {
    let words = [0x36 + 8, 0, 0x36, 40, 2, 1, 0x0018_0001, 0, 8, 0, 0, 0, 0_u32];
    let pixels = [9, 9, 9, 200, 200, 200, 0, 0];
    b"BM".iter().copied().chain(words.iter().flat_map(|word| word.to_le_bytes())).chain(pixels).collect()
}

#[test]
fn images_inside_the_scenes_file_become_its_textures() {
    for (usage, srgb) in [("diffuse", true), ("emissive", true), ("normal", false), ("roughness", false)] {
        let texture = SceneTexture { embedded: Some(bitmap()), ..named(r"tex\Skin: one.png", "") };
        let (labelled, said) = processed(&scene(texture, usage), &["Art/Robot/Models/tex/Skin: one.png"]);
        assert_eq!(said, [""; 0]);
        let products = labelled.into_products().unwrap();
        let model: &Model = products[0].value.get().unwrap();
        assert_eq!(model.materials[0].textures[0].asset, "Art/Robot/Models/robot.Skin_ one.texture");
        let texture = products.iter().find(|it| it.label == ".Skin_ one.texture").unwrap();
        let texture: &Texture = texture.value.get().unwrap();
        texture.encode().unwrap();
        assert_eq!((texture.srgb, texture.mips.len()), (srgb, 2), "{usage}");
        assert_eq!(texture.mips[0], [9, 9, 9, 255, 200, 200, 200, 255]);
    }
}

/// Returns a normal map with two normals, tilted to opposite sides; if `is_grey` is true, a height map.
fn relief(is_grey: bool) -> Vec<u8> {
    let mut bitmap = bitmap();
    let pixels = if is_grey { [38, 38, 38, 218, 218, 218] } else { [218, 128, 38, 218, 128, 218] };
    bitmap[0x36..0x36 + 6].copy_from_slice(&pixels);
    bitmap
}

/// Returns the texture of an image inside a scene that uses the image for `usage`.
fn inside(image: Vec<u8>, usage: &str, compression: Compression) -> Texture {
    let texture = SceneTexture { embedded: Some(image), ..named("relief.bmp", "") };
    let (source, files) = (SourcePath::new(SCENE).unwrap(), Files(Vec::new()));
    let params = ModelParams { compression, ..ModelParams::default() };
    let mut ctx = ProcessContext::new(&source, &files);
    let products = ModelProcessor.process(&scene(texture, usage), &params, &mut ctx).unwrap().into_products().unwrap();
    let texture: &Texture = products.iter().find(|it| it.label == ".relief.texture").unwrap().value.get().unwrap();
    texture.clone()
}

#[test]
fn normal_maps_inside_have_mipmaps_of_directions() {
    // The mean of both normals points straight out. The mean of their colours is shorter.
    let last = |usage, is_grey| inside(relief(is_grey), usage, Compression::None).mips[1].clone();
    assert_eq!(last("normal", false), [128, 128, 255, 255]);
    assert_eq!(last("roughness", false), [128, 128, 218, 255]);
    // A bump map of FBX is also used as a normal map.
    assert_eq!(last("normal", true), [128, 128, 128, 255]);
}

#[test]
fn normal_maps_inside_are_compressed_as_bc5() {
    let format = |usage, compression| inside(relief(false), usage, compression).format;
    for compression in [Compression::Bc1, Compression::Bc3, Compression::Bc7, Compression::Auto] {
        assert_eq!(format("normal", compression), TextureFormat::Bc5);
    }
    assert_eq!(format("normal", Compression::Dxt), TextureFormat::Bc1);
    assert_eq!(format("roughness", Compression::Bc7), TextureFormat::Bc7);
}

#[test]
fn an_unreadable_image_inside_is_reported_and_searched_for() {
    let texture = SceneTexture { embedded: Some(b"no image".to_vec()), ..named("skin.png", "") };
    let (labelled, said) = processed(&scene(texture, "diffuse"), &["Art/Robot/Models/skin.png"]);
    assert!(said.len() == 1 && said[0].starts_with("R0134: "), "{said:?}");
    let products = labelled.into_products().unwrap();
    let model: &Model = products[0].value.get().unwrap();
    assert_eq!(model.materials[0].textures[0].asset, "Art/Robot/Models/skin");
}

#[test]
fn an_unreadable_image_inside_without_a_file_is_reported_once() {
    let texture = SceneTexture { embedded: Some(b"no image".to_vec()), ..named("image 3.png", "") };
    let (_, said) = processed(&scene(texture, "diffuse"), &[]);
    assert!(said.len() == 1 && said[0].starts_with("R0134: "), "{said:?}");
}

#[test]
fn an_image_on_the_web_is_searched_by_its_name_and_not_downloaded() {
    let address = "https://example.org/art/skin.png?size=2";
    assert_eq!(found(named("", address), &["Art/Robot/Models/skin.tga"]).as_deref(), Some("Art/Robot/Models/skin"));
    let said = |address| processed(&scene(named("", address), "diffuse"), &[]).1.concat();
    let expected = "there is no texture for \"https://example.org/art/skin.png?size=2\"; download the image to \
                    `Art/Robot/Models/skin.png`; Rigmill does not download images";
    assert!(said(address).ends_with(expected), "{}", said(address));
    assert!(said("http://example.org").contains("download the image, and write its path instead of the web address"));
}

#[test]
fn a_path_of_no_file_is_reported_too() {
    for path in [".", "..", "tex/"] {
        let (_, said) = processed(&scene(named(path, ""), "diffuse"), &[]);
        assert!(
            said.len() == 1 && said[0].ends_with("; export the scene again, with the path of the image"),
            "{said:?}"
        );
    }
}

/// Returns a scene with `count` images of 4096 x 4096 pixels, which consist only of their headers.
fn huge_images(count: usize) -> Scene {
    let words = [0x36, 0, 0x36, 40, 4096, 4096, 0x0018_0001, 0, 0, 0, 0, 0, 0_u32];
    let bitmap: Vec<u8> = b"BM".iter().copied().chain(words.iter().flat_map(|word| word.to_le_bytes())).collect();
    let texture = |at| SceneTexture { embedded: Some(bitmap.clone()), ..named(&format!("{at}.bmp"), "") };
    Scene { textures: (0..count).map(texture).collect(), ..Scene::default() }
}

/// Returns the codes and messages of a scene's warnings, or of its errors if it fails.
fn said_of(scene: &Scene, max_pixels: Option<u64>) -> Result<Vec<String>, Vec<String>> {
    let (source, files) = (SourcePath::new(SCENE).unwrap(), Files(Vec::new()));
    let mut ctx = ProcessContext::new(&source, &files);
    let max_pixels = max_pixels.map(|pixels| pixels.try_into().unwrap());
    let made = ModelProcessor.process(scene, &ModelParams { max_pixels, ..ModelParams::default() }, &mut ctx).is_ok();
    let said = ctx.finish().1.iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
    if made { Ok(said) } else { Err(said) }
}

#[test]
fn images_inside_are_refused_together_before_one_is_decoded() {
    let pixels = |count: u64| count * 4096 * 4096;
    let fact = |count, most: u64| {
        let pixels = pixels(count);
        vec![format!("R0135: the embedded images have {pixels} pixels in total, but at most {most} are allowed")]
    };
    // Each image has 54 bytes, and each byte allows 32 additional pixels.
    assert_eq!(said_of(&huge_images(160), None), Err(fact(160, pixels(4) + 160 * 54 * 32)));
    assert_eq!(said_of(&huge_images(5), None), Err(fact(5, pixels(4) + 5 * 54 * 32)));
    // Images with the same bytes count separately.
    let mut shared = huge_images(1);
    shared.textures[0].copies = 159;
    assert_eq!(said_of(&shared, None), Err(fact(160, pixels(4) + 54 * 32)));
    let headers_only = |said: Result<Vec<String>, Vec<String>>, count| {
        let said = said.unwrap();
        said.iter().filter(|line| line.starts_with("R0134")).count() == count
    };
    assert!(headers_only(said_of(&huge_images(4), None), 4));
    assert!(headers_only(said_of(&huge_images(5), Some(pixels(5))), 5));
    assert_eq!(said_of(&huge_images(5), Some(pixels(5) - 1)), Err(fact(5, pixels(5) - 1)));
}
