//! Colours other than those of sRGB: the names of ICC profiles (ICC.1:2022, 7.2 and 10.15), and chromaticities.

/// Bytes before the table of tags.
const HEADER: usize = 128;

/// The most tags that are looked at, and the most letters of a name.
const MOST_TAGS: u32 = 100;
const LONGEST_NAME: usize = 80;

/// White, red, green and blue of Rec. 709, and so of sRGB, each x and y; and how far each number may be from them.
const REC_709: [f32; 8] = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];
const NEAR: f32 = 0.005;

/// The name of a colour profile that is not sRGB.
pub(super) fn foreign(profile: &[u8]) -> Option<String> {
    Some(name(profile)).filter(|name| !is_srgb(name))
}

/// Whether white, red, green and blue, each x and y, are those of Rec. 709.
pub(super) fn is_rec_709(chromaticities: [f32; 8]) -> bool {
    chromaticities.iter().zip(REC_709).all(|(found, expected)| (found - expected).abs() <= NEAR)
}

/// What a colour profile calls itself; "without a name" if it does not say.
fn name(profile: &[u8]) -> String {
    let name = description(profile).unwrap_or_default();
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    if name.is_empty() { "without a name".to_owned() } else { name }
}

/// Whether colours in a profile of this name are those of sRGB.
fn is_srgb(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.contains("srgb") || name.contains("iec61966-2.1") || name.contains("iec 61966-2-1")
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|word| u32::from_be_bytes(*word))
}

fn description(profile: &[u8]) -> Option<String> {
    let count = word(profile, HEADER)?.min(MOST_TAGS) as usize;
    let mut tags = (0..count).map(|tag| HEADER + 4 + tag * 12);
    let tag = tags.find(|&at| profile.get(at..at + 4) == Some(b"desc"))?;
    let text = profile.get(word(profile, tag + 4)? as usize..)?;
    match text.first_chunk()? {
        // Version 2: a length and ASCII.
        b"desc" => {
            let length = word(text, 8)? as usize;
            let ascii = text.get(12..)?.get(..length)?;
            Some(String::from_utf8_lossy(ascii).into_owned())
        }
        // Version 4: a table of languages, of which the first is taken, and UTF-16.
        b"mluc" => {
            let [length, start] = [word(text, 20)? as usize, word(text, 24)? as usize];
            let (pairs, _) = text.get(start..)?.get(..length)?.as_chunks();
            let units: Vec<u16> = pairs.iter().map(|&pair| u16::from_be_bytes(pair)).collect();
            Some(String::from_utf16_lossy(&units))
        }
        _ => None,
    }
}
