//! What the manifest can say about XNB files.

use serde::{Deserialize, Serialize};

rigmill_pipeline::params! {
    /// Parameters of the writer `xnb` for animations.
    pub struct XnbAnimationParams {
        /// The letter of the platform: `w` for Windows, `x` for the Xbox 360, `m` for the Windows Phone, `d` for MonoGame's DesktopGL.
        platform: Platform = Platform::default(),
        /// The graphics profile that the file asks for: "HiDef" or "Reach".
        profile: Profile = Profile::HiDef,
        /// The game's reader of animations, as .NET finds it. For newer .NET the form without a version:
        /// "RobotGameData.GameObject.AnimationReader, RobotGameData".
        reader: String = ANIMATION_READER.to_owned(),
    }
}

rigmill_pipeline::params! {
    /// Parameters of the writer `xnb` for all else.
    pub struct XnbWriterParams {
        /// The letter of the platform: `w` for Windows, `x` for the Xbox 360, `m` for the Windows Phone, `d` for MonoGame's DesktopGL.
        platform: Platform = Platform::default(),
        /// The graphics profile that the file asks for: "HiDef" or "Reach".
        profile: Profile = Profile::HiDef,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the writer `xnb` for game data.
    pub struct XnbDataParams {
        /// The letter of the platform: `w` for Windows, `x` for the Xbox 360, `m` for the Windows Phone, `d` for MonoGame's DesktopGL.
        platform: Platform = Platform::default(),
        /// The graphics profile that the file asks for: "HiDef" or "Reach".
        profile: Profile = Profile::HiDef,
        /// The .NET type of the data, such as "System.Collections.Generic.Dictionary[string,int]"; "" for what its values say.
        root_type: String = String::new(),
    }
}

/// RobotGame's own.
const ANIMATION_READER: &str =
    "RobotGameData.GameObject.AnimationReader, RobotGameData, Version=1.0.0.0, Culture=neutral";

/// The letter of a platform, as XNA, MonoGame and FNA know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
pub struct Platform(u8);

/// The letters that XNA, MonoGame and FNA read.
const PLATFORMS: &str = "wxmiadXWnuprMPvOgGlSb";

impl Platform {
    pub(super) const fn letter(self) -> u8 {
        self.0
    }
}

impl Default for Platform {
    fn default() -> Self {
        Self(b'w')
    }
}

impl TryFrom<char> for Platform {
    type Error = String;

    fn try_from(letter: char) -> Result<Self, String> {
        let known = PLATFORMS.contains(letter).then(|| u8::try_from(letter).ok()).flatten();
        known.map(Self).ok_or_else(|| format!("{letter:?} is no platform's letter; known are {PLATFORMS}"))
    }
}

impl From<Platform> for char {
    fn from(platform: Platform) -> Self {
        platform.0.into()
    }
}

/// A graphics profile of XNA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Profile {
    /// For graphics cards of 2006 and later.
    HiDef,
    /// For all that XNA ran on.
    Reach,
}
