//! The project of each machine: FBX models, and clips that share a skeleton. All assets differ.

use std::fs;
use std::path::Path;

use crate::failure::Failure;

/// The number of assets in a folder.
const A_FOLDER: u32 = 100;

/// The sample game's robot: binary FBX with 17 meshes on 24 nodes.
const MODEL: &[u8] = include_bytes!("../../../content/Models/Grund.fbx");

/// The textures of the robot.
const TEXTURES: [(&str, &[u8]); 3] = [
    ("Grund_Armour.png", include_bytes!("../../../content/Models/Textures/Grund_Armour.png")),
    ("Grund_Armour_Normal.png", include_bytes!("../../../content/Models/Textures/Grund_Armour_Normal.png")),
    ("Grund_Frame.png", include_bytes!("../../../content/Models/Textures/Grund_Frame.png")),
];

const MANIFEST: &str = "\
[project]
name = \"benchmark\"

[[rule]]
match = \"**/*.fbx\"
processor = \"model\"
params = { skeleton = false }

[[rule]]
match = \"**/*.Animation\"
processor = \"sampled-clip\"
params = { rate = 4, skeleton = \"rig.skeleton\" }

[[rule]]
match = \"**/*_Normal.png\"
params = { srgb = false }
";

const SKELETON: &str = "[[bone]]\nname = \"Root\"\n\n[[bone]]\nname = \"B\"\nparent = \"Root\"\n";

/// Writes the sources of this number of assets.
pub(crate) fn write(root: &Path, assets: u32) -> Result<(), Failure> {
    let put = |path: &str, bytes: &[u8]| {
        let path = root.join(path);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&path, bytes)).map_err(Failure::at(&path))
    };
    put("rigmill.toml", MANIFEST.as_bytes())?;
    put("rig.skeleton.toml", SKELETON.as_bytes())?;
    for (name, image) in TEXTURES {
        put(&format!("models/Textures/{name}"), image)?;
    }
    let place = translation(MODEL);
    // The skeleton and the textures are also assets.
    for number in 4..assets {
        let folder = number / A_FOLDER;
        if number.is_multiple_of(2) {
            let mut model = MODEL.to_vec();
            if let Some(bytes) = place.and_then(|place| model.get_mut(place..place + 8)) {
                bytes.copy_from_slice(&f64::from(number).to_le_bytes());
            }
            put(&format!("models/{folder:03}/{number:05}.fbx"), &model)?;
        } else {
            put(&format!("clips/{folder:03}/{number:05}.Animation"), clip(number).as_bytes())?;
        }
    }
    Ok(())
}

/// Returns the position of the first node's translation in a binary FBX file.
fn translation(model: &[u8]) -> Option<usize> {
    const NAME: &[u8] = b"Lcl Translation";
    let name = model.windows(NAME.len()).position(|window| window == NAME)?;
    // The name is followed by its type (twice) and its flags, then by `D` and the number.
    let after = name + NAME.len();
    model.get(after..after + 80)?.iter().position(|&byte| byte == b'D').map(|at| after + at + 1)
}

fn clip(number: u32) -> String {
    let keys: String =
        (0..8).map(|key| format!("<Vector3><X>{}</X><Y>2</Y><Z>{key}</Z></Vector3>\n", number + key)).collect();
    format!(
        "<?xml version=\"1.0\" ?>\n<AnimationSequence>\n<KeyFrameSequenceCount>1</KeyFrameSequenceCount>\n\
         <Duration>1</Duration>\n<KeyFrameSequences>\n<KeyFrameSequence>\n<BoneName>B</BoneName>\n\
         <KeyCount>8</KeyCount>\n<Duration>1</Duration>\n<KeyInterval>0.125</KeyInterval>\n\
         <HasTranslation>true</HasTranslation>\n<Translation>\n{keys}</Translation>\n</KeyFrameSequence>\n\
         </KeyFrameSequences>\n</AnimationSequence>\n"
    )
}
