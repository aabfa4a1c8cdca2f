//! The clip of which every asset of the benchmark is a copy, except for one number.

/// The moving bones, each with [`KEYS`] translations and rotations.
const BONES: [&str; 3] = ["Hips", "Spine", "Head"];
const KEYS: u32 = 4;

/// Returns a clip in the format of .NET's `XmlSerializer`. `serial` is the X of the first translation. Clips with different
/// numbers differ in their sources and in their outputs, so a build cannot confuse them.
pub(super) fn source(serial: u32) -> String {
    let sequences: String =
        BONES.iter().enumerate().map(|(at, bone)| sequence(bone, if at == 0 { serial } else { 0 })).collect();
    format!(
        "<?xml version=\"1.0\"?>\n<AnimationSequence>\n\
         <KeyFrameSequenceCount>{}</KeyFrameSequenceCount>\n<Duration>1</Duration>\n\
         <KeyFrameSequences>\n{sequences}</KeyFrameSequences>\n</AnimationSequence>\n",
        BONES.len()
    )
}

/// Returns bytes that prove that a built clip comes from [`source`]`(serial)`.
pub(super) fn mark(serial: u32) -> Vec<u8> {
    number(serial).to_le_bytes().into()
}

/// Converts exactly, because serial numbers are far below 2^24.
fn number(serial: u32) -> f32 {
    serial as f32
}

fn sequence(bone: &str, serial: u32) -> String {
    let translations: String = (0..KEYS)
        .map(|key| if key == 0 { number(serial) } else { 0.25 * number(key) })
        .map(|x| format!("<Vector3><X>{x}</X><Y>1.5</Y><Z>0</Z></Vector3>\n"))
        .collect();
    let rotations = "<Quaternion><X>0</X><Y>0</Y><Z>0.6</Z><W>0.8</W></Quaternion>\n".repeat(KEYS as usize);
    format!(
        "<KeyFrameSequence>\n<BoneName>{bone}</BoneName>\n<KeyCount>{KEYS}</KeyCount>\n<Duration>1</Duration>\n\
         <KeyInterval>0.25</KeyInterval>\n<HasTranslation>true</HasTranslation>\n<HasRotation>true</HasRotation>\n\
         <Translation>\n{translations}</Translation>\n<Rotation>\n{rotations}</Rotation>\n</KeyFrameSequence>\n"
    )
}
