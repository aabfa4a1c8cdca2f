//! [`Platform`] and [`Profile`]: identified by MonoGame's names and by their representation in an `.xnb` file.

use rigmill_pipeline::{codes, nearest};

use super::finding::{Findings, Spot};

/// MonoGame's platform names with their letters in `.xnb` files, according to its ContentCompiler. Includes names of earlier
/// versions and of XNA.
const PLATFORMS: [(&str, char); 24] = [
    ("Windows", 'w'),
    ("Xbox360", 'x'),
    ("WindowsPhone", 'm'),
    ("iOS", 'i'),
    ("Android", 'a'),
    ("DesktopGL", 'd'),
    ("Linux", 'd'),
    ("WindowsGL", 'd'),
    ("MacOSX", 'X'),
    ("WindowsStoreApp", 'W'),
    ("WindowsStore", 'W'),
    ("NativeClient", 'n'),
    ("Ouya", 'u'),
    ("PlayStationMobile", 'p'),
    ("WindowsPhone8", 'M'),
    ("RaspberryPi", 'r'),
    ("PlayStation4", 'P'),
    ("PlayStation5", '5'),
    ("PSVita", 'v'),
    ("XboxOne", 'O'),
    ("Switch", 'S'),
    ("Stadia", 'G'),
    ("Web", 'b'),
    ("DesktopVK", 'V'),
];

/// A platform of MonoGame or XNA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Platform {
    /// The platform's name.
    pub(crate) name: &'static str,
    /// The platform's letter in `.xnb` files.
    pub(crate) letter: char,
}

impl Platform {
    /// MonoGame's default.
    pub(crate) const DEFAULT: Self = Self { name: "Windows", letter: 'w' };

    /// Returns the platform with a name, ignoring case.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let found = PLATFORMS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|&(name, letter)| Self { name, letter })
    }

    /// Reports a name that no platform has.
    pub(crate) fn report_unknown(name: &str, spot: Spot, findings: &mut Findings) {
        let known: Vec<_> = PLATFORMS.iter().map(|(name, _)| *name).collect();
        let help = match nearest(name, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("choose one of these platforms: {}", known.join(", ")),
        };
        findings.error(codes::CONTENT_PROJECT_MALFORMED, spot, format!("unknown platform `{name}`"), help);
    }
}

/// A graphics profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Profile {
    /// The profile's name.
    pub(crate) name: &'static str,
}

impl Profile {
    /// MonoGame's default.
    pub(crate) const DEFAULT: Self = Self { name: "HiDef" };

    /// Returns the profile with a name, ignoring case.
    pub(crate) fn named(name: &str) -> Option<Self> {
        ["HiDef", "Reach"].into_iter().find(|known| known.eq_ignore_ascii_case(name)).map(|name| Self { name })
    }

    /// Reports a name that no profile has.
    pub(crate) fn report_unknown(name: &str, spot: Spot, findings: &mut Findings) {
        let message = format!("unknown graphics profile `{name}`");
        findings.error(codes::CONTENT_PROJECT_MALFORMED, spot, message, "choose HiDef or Reach");
    }
}
