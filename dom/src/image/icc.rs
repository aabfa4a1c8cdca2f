//! ICC profiles: their names, and whether they describe the colours of sRGB (ICC.1:2022, sections 7, 9.2 and 10).
//!
//! The numbers of a profile matter, not its name: "Linear sRGB" is not sRGB, and many sRGB profiles have other names. Only
//! profiles with tables instead of a matrix are judged by their names.

use super::srgb::{encoded, near_colorants};

/// The size of the header before the tag table, and the offset of the colour space.
const HEADER: usize = 128;
const COLOR_SPACE: usize = 16;

/// The maximum number of tags that are read, and the maximum length of a name.
const MAX_TAGS: u32 = 100;
const LONGEST_NAME: usize = 80;

/// The number of values at which curves are compared, and the maximum difference from sRGB's curve: three steps of a byte.
const SAMPLES: u8 = 51;
const NEAR: f32 = 3.0 / 255.0;

/// The name of a profile whose colours are not those of sRGB. `None` if they are.
pub(super) fn foreign(bytes: &[u8]) -> Option<String> {
    let profile = Profile(bytes);
    let name = profile.name();
    let is_srgb = profile.is_srgb().unwrap_or_else(|| is_named_srgb(&name));
    (!is_srgb).then_some(name)
}

/// Whether a profile with this name usually has the colours of sRGB.
fn is_named_srgb(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.contains("srgb") || name.contains("iec61966-2.1") || name.contains("iec 61966-2-1")
}

struct Profile<'a>(&'a [u8]);

impl<'a> Profile<'a> {
    /// `None` if the numbers cannot be compared.
    fn is_srgb(&self) -> Option<bool> {
        match self.0.get(COLOR_SPACE..)?.first_chunk()? {
            b"GRAY" => self.has_srgb_curve(b"kTRC"),
            // Tables take precedence over a matrix.
            b"RGB " if self.tag(b"A2B0").is_none() => {
                let colorants = [self.xyz(b"rXYZ")?, self.xyz(b"gXYZ")?, self.xyz(b"bXYZ")?];
                let mut is_srgb = near_colorants(&colorants);
                for curve in [b"rTRC", b"gTRC", b"bTRC"] {
                    is_srgb &= self.has_srgb_curve(curve)?;
                }
                Some(is_srgb)
            }
            _ => None,
        }
    }

    fn has_srgb_curve(&self, tag: &[u8; 4]) -> Option<bool> {
        let curve = Curve::read(self.tag(tag)?)?;
        let near = |step| {
            let x = f32::from(step) / f32::from(SAMPLES);
            (encoded(curve.at(x)) - x).abs() <= NEAR
        };
        Some((0..=SAMPLES).all(near))
    }

    /// The profile's own name, or "without a name" if it states none.
    fn name(&self) -> String {
        let name = self.description().unwrap_or_default();
        let name: String = name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
        if name.is_empty() { "without a name".to_owned() } else { name }
    }

    fn description(&self) -> Option<String> {
        let text = self.tag(b"desc")?;
        match text.first_chunk()? {
            // Version 2: a length and ASCII text.
            b"desc" => {
                let length = word(text, 8)? as usize;
                let ascii = text.get(12..)?.get(..length)?;
                Some(String::from_utf8_lossy(ascii).into_owned())
            }
            // Version 4: a table of languages (of which the first is used) and UTF-16 text.
            b"mluc" => {
                let [length, start] = [word(text, 20)? as usize, word(text, 24)? as usize];
                let (pairs, _) = text.get(start..)?.get(..length)?.as_chunks();
                let units: Vec<u16> = pairs.iter().map(|&pair| u16::from_be_bytes(pair)).collect();
                Some(String::from_utf16_lossy(&units))
            }
            _ => None,
        }
    }

    fn xyz(&self, tag: &[u8; 4]) -> Option<[f32; 3]> {
        let data = self.tag(tag)?;
        Some([fixed(data, 8)?, fixed(data, 12)?, fixed(data, 16)?])
    }

    /// The data of a tag, followed by all bytes after it.
    fn tag(&self, name: &[u8; 4]) -> Option<&'a [u8]> {
        let count = word(self.0, HEADER)?.min(MAX_TAGS) as usize;
        let mut entries = (0..count).map(|entry| HEADER + 4 + entry * 12);
        let entry = entries.find(|&at| self.0.get(at..at + 4) == Some(name))?;
        self.0.get(word(self.0, entry + 4)? as usize..)
    }
}

/// A tone curve: from a stored value to linear light, both from 0 to 1.
enum Curve<'a> {
    /// Values at even intervals, in 65,535ths.
    Table(&'a [[u8; 2]]),
    /// `(a x + b)^g + e` from `d` on, and `c x + f` below.
    Formula { g: f32, a: f32, b: f32, c: f32, d: f32, e: f32, f: f32 },
}

impl<'a> Curve<'a> {
    fn read(data: &'a [u8]) -> Option<Self> {
        match data.first_chunk()? {
            b"curv" => {
                let count = word(data, 8)? as usize;
                let values = data.get(12..)?.get(..count.checked_mul(2)?)?.as_chunks().0;
                Some(match values {
                    [] => Self::gamma(1.0),
                    [gamma] => Self::gamma(f32::from(u16::from_be_bytes(*gamma)) / 256.0),
                    table => Self::Table(table),
                })
            }
            b"para" => {
                let number = |index: usize| fixed(data, 12 + 4 * index);
                let g = number(0)?;
                let (a, b) = match data.get(9)? {
                    0 => return Some(Self::gamma(g)),
                    1..=4 => (number(1)?, number(2)?),
                    _ => return None,
                };
                Some(match data.get(9)? {
                    1 => Self::Formula { g, a, b, c: 0.0, d: -b / a, e: 0.0, f: 0.0 },
                    2 => Self::Formula { g, a, b, c: 0.0, d: -b / a, e: number(3)?, f: number(3)? },
                    3 => Self::Formula { g, a, b, c: number(3)?, d: number(4)?, e: 0.0, f: 0.0 },
                    _ => Self::Formula { g, a, b, c: number(3)?, d: number(4)?, e: number(5)?, f: number(6)? },
                })
            }
            _ => None,
        }
    }

    fn gamma(g: f32) -> Self {
        Self::Formula { g, a: 1.0, b: 0.0, c: 0.0, d: 0.0, e: 0.0, f: 0.0 }
    }

    fn at(&self, x: f32) -> f32 {
        match *self {
            Self::Table(values) => {
                let last = values.len() - 1;
                #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^24 values")]
                let place = x * last as f32;
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index")]
                let below = (place as usize).min(last);
                let value = |index: usize| f32::from(u16::from_be_bytes(values[index.min(last)])) / 65_535.0;
                #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^24 values")]
                let part = place - below as f32;
                value(below) + (value(below + 1) - value(below)) * part
            }
            Self::Formula { g, a, b, c, d, e, f } => {
                if x >= d {
                    libm::powf(a * x + b, g) + e
                } else {
                    c * x + f
                }
            }
        }
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|word| u32::from_be_bytes(*word))
}

/// A fixed-point number in 65,536ths.
fn fixed(bytes: &[u8], at: usize) -> Option<f32> {
    #[expect(clippy::cast_precision_loss, reason = "seven digits are enough")]
    word(bytes, at).map(|word| word.cast_signed() as f32 / 65_536.0)
}

#[cfg(test)]
mod tests {
    use super::foreign;

    /// The colorants of sRGB, Display P3 and Adobe RGB, adapted to D50, as published by their owners.
    const SRGB: [[f64; 3]; 3] = [[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]];
    const P3: [[f64; 3]; 3] = [[0.5151, 0.2412, -0.0011], [0.292, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841]];
    const ADOBE: [[f64; 3]; 3] = [[0.6097, 0.3111, 0.0195], [0.2053, 0.6257, 0.0609], [0.1492, 0.0632, 0.7446]];

    fn fixed(numbers: &[f64]) -> Vec<u8> {
        #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
        numbers.iter().flat_map(|number| ((number * 65_536.0).round() as i32).to_be_bytes()).collect()
    }

    fn table(count: u16, curve: impl Fn(f64) -> f64) -> Vec<u8> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 65,535")]
        let value = |index| ((curve(f64::from(index) / f64::from(count - 1)) * 65_535.0).round() as u16).to_be_bytes();
        let values: Vec<u8> = (0..count).flat_map(value).collect();
        [&b"curv\0\0\0\0\0\0"[..], &count.to_be_bytes(), &values].concat()
    }

    fn gamma(gamma: f64) -> Vec<u8> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number")]
        let number = ((gamma * 256.0) as u16).to_be_bytes();
        [&b"curv\0\0\0\0\0\0\0\x01"[..], &number].concat()
    }

    fn parametric(kind: u8, numbers: &[f64]) -> Vec<u8> {
        [&b"para\0\0\0\0\0"[..], &[kind, 0, 0], &fixed(numbers)].concat()
    }

    /// sRGB's curve as defined in IEC 61966-2-1.
    fn srgb(x: f64) -> f64 {
        if x <= 0.04045 { x / 12.92 } else { libm::pow((x + 0.055) / 1.055, 2.4) }
    }

    fn exact() -> Vec<u8> {
        parametric(3, &[2.4, 1.0 / 1.055, 0.055 / 1.055, 1.0 / 12.92, 0.04045])
    }

    /// A profile of a colour space with these tags, and a description in the form of version 2.
    fn profile(space: &[u8; 4], name: &str, tags: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
        let name =
            [&b"desc\0\0\0\0"[..], &u32::try_from(name.len() + 1).unwrap().to_be_bytes(), name.as_bytes(), &[0; 80]];
        let tags: Vec<_> = [(b"desc", name.concat())].into_iter().chain(tags.iter().cloned()).collect();
        let mut header = [0; 128];
        header[16..20].copy_from_slice(space);
        let mut profile = [&header[..], &u32::try_from(tags.len()).unwrap().to_be_bytes()].concat();
        let mut at = profile.len() + 12 * tags.len();
        for (kind, data) in &tags {
            profile.extend(*kind);
            profile.extend([at, data.len()].map(|number| u32::try_from(number).unwrap().to_be_bytes()).concat());
            at += data.len();
        }
        tags.iter().for_each(|(_, data)| profile.extend(data));
        profile
    }

    fn matrix(name: &str, colorants: [[f64; 3]; 3], curve: &[u8]) -> Vec<u8> {
        let xyz = |color: [f64; 3]| [&b"XYZ \0\0\0\0"[..], &fixed(&color)].concat();
        let [red, green, blue] = colorants.map(xyz);
        let curve = || curve.to_vec();
        let tags = [
            (b"rXYZ", red),
            (b"gXYZ", green),
            (b"bXYZ", blue),
            (b"rTRC", curve()),
            (b"gTRC", curve()),
            (b"bTRC", curve()),
        ];
        profile(b"RGB ", name, &tags)
    }

    #[test]
    fn numbers_count_and_names_do_not() {
        for curve in [exact(), table(1024, srgb), table(4096, srgb), table(64, srgb)] {
            assert_eq!(foreign(&matrix("c2", SRGB, &curve)), None);
            assert_eq!(foreign(&matrix("sRGB of a phone", P3, &curve)).as_deref(), Some("sRGB of a phone"));
            assert_eq!(foreign(&matrix("Adobe RGB", ADOBE, &curve)).as_deref(), Some("Adobe RGB"));
        }
        for curve in [
            gamma(1.0),
            gamma(1.8),
            gamma(2.2),
            table(2, |x| x),
            parametric(0, &[1.0]),
            b"curv\0\0\0\0\0\0\0\0".to_vec(),
        ] {
            assert!(foreign(&matrix("Linear sRGB", SRGB, &curve)).is_some());
        }
    }

    #[test]
    fn every_kind_of_formula_is_read() {
        let [g, a, b, c, d] = [2.4, 1.0 / 1.055, 0.055 / 1.055, 1.0 / 12.92, 0.04045];
        assert_eq!(foreign(&matrix("", SRGB, &parametric(4, &[g, a, b, c, d, 0.0, 0.0]))), None);
        for (kind, numbers) in [(1, vec![2.0, a, b]), (2, vec![2.4, a, b, 0.1]), (4, vec![g, a, b, c, d, 0.1, 0.1])] {
            assert_eq!(foreign(&matrix("", SRGB, &parametric(kind, &numbers))).as_deref(), Some("without a name"));
        }
    }

    #[test]
    fn grey_profiles_have_one_curve() {
        assert_eq!(foreign(&profile(b"GRAY", "Grey", &[(b"kTRC", exact())])), None);
        assert_eq!(
            foreign(&profile(b"GRAY", "Dot Gain 20%", &[(b"kTRC", gamma(1.75))])).as_deref(),
            Some("Dot Gain 20%")
        );
    }

    #[test]
    fn without_numbers_names_count() {
        assert_eq!(foreign(&profile(b"RGB ", "sRGB v4 ICC preference", &[(b"A2B0", vec![0; 40])])), None);
        assert_eq!(foreign(&profile(b"CMYK", "Coated FOGRA39", &[])).as_deref(), Some("Coated FOGRA39"));
        assert_eq!(foreign(&profile(b"RGB ", "sRGB", &[(b"rXYZ", vec![0; 3])])), None);
        assert_eq!(foreign(b"").as_deref(), Some("without a name"));
    }

    #[test]
    fn no_profile_is_too_damaged() {
        let whole = matrix("c2", SRGB, &table(16, srgb));
        for length in 0..whole.len() {
            foreign(&whole[..length]);
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] = 0xFF;
            foreign(&damaged);
        }
    }
}
