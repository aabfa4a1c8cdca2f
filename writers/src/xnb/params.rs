//! Parameters of the XNB writers.

use rigmill_codec_xnb::{Animation, Platform, Profile};
use serde::{Deserialize, Serialize};

rigmill_pipeline::params! {
    /// Parameters of the writer `xnb` for animations.
    pub struct XnbAnimationParams {
        /// The game's platform, as a letter: for example, `w` for Windows, `x` for Xbox 360, `m` for Windows Phone, and
        /// `d` for MonoGame's DesktopGL.
        platform: Platform = Platform::default(),
        /// The XNA graphics profile that the file requires: "HiDef" or "Reach".
        profile: Profile = Profile::HiDef,
        /// The full .NET name of the game's class that reads animations, including its assembly. If your game runs on
        /// .NET Core, or on .NET 5 or later, leave out the version, as in "RobotGameData.GameObject.AnimationReader,
        /// RobotGameData".
        reader: ReaderName = ReaderName::default(),
    }
}

rigmill_pipeline::params! {
    /// Parameters of the writer `xnb` for all other content.
    pub struct XnbWriterParams {
        /// The game's platform, as a letter: for example, `w` for Windows, `x` for Xbox 360, `m` for Windows Phone, and
        /// `d` for MonoGame's DesktopGL.
        platform: Platform = Platform::default(),
        /// The XNA graphics profile that the file requires: "HiDef" or "Reach".
        profile: Profile = Profile::HiDef,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the writer `xnb` for curves.
    pub struct XnbCurveParams {
        /// The game's platform, as a letter: for example, `w` for Windows, `x` for Xbox 360, `m` for Windows Phone, and
        /// `d` for MonoGame's DesktopGL.
        platform: Platform = Platform::default(),
        /// The XNA graphics profile that the file requires: "HiDef" or "Reach".
        profile: Profile = Profile::HiDef,
        /// If true, the writer stores each clip as a single XNA `Curve`, so each clip must have exactly one curve. Use
        /// true if your game loads the clips as `Curve` objects.
        single_curve: bool = false,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the writer `xnb` for game data.
    pub struct XnbDataParams {
        /// The game's platform, as a letter: for example, `w` for Windows, `x` for Xbox 360, `m` for Windows Phone, and
        /// `d` for MonoGame's DesktopGL.
        platform: Platform = Platform::default(),
        /// The XNA graphics profile that the file requires: "HiDef" or "Reach".
        profile: Profile = Profile::HiDef,
        /// The .NET type of the data, such as "System.Collections.Generic.Dictionary[string,int]". By default, the
        /// writer derives the type from the data.
        root_type: String = String::new(),
        /// How the writer stores data: "values" or "fields". Use "values" if XNA's own type readers load the data. Use
        /// "fields" if the game's own type reader loads the data field by field.
        layout: DataLayout = DataLayout::Values,
        /// The full .NET name of the game's own type reader, including its assembly, such as "Game.LevelReader, Game".
        /// Set this parameter if `layout` is "fields".
        reader: Option<ReaderName> = None,
    }
}

/// The content of a file with game data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DataLayout {
    /// Values that XNA's type readers read.
    Values,
    /// An object that the game's own type reader reads, field by field.
    Fields,
}

/// The name by which .NET finds a game's type reader: the full name of its type, then the name of its assembly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ReaderName(String);

/// The length of the longest name, in bytes.
const LONGEST_NAME: usize = 1024;

impl ReaderName {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for ReaderName {
    fn default() -> Self {
        Self(Animation::ROBOT_GAME_READER.to_owned())
    }
}

impl TryFrom<String> for ReaderName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let is_word = |word: &str| {
            word.starts_with(|it: char| it.is_alphabetic() || it == '_')
                && word.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-'))
        };
        let is_name = |name: &str| name.split(['.', '+']).all(is_word);
        let mut parts = name.split(',').map(str::trim);
        let is_type = parts.next().is_some_and(is_name) && parts.next().is_some_and(is_name);
        let is_detail = |part: &str| part.split_once('=').is_some_and(|(key, value)| is_word(key) && !value.is_empty());
        if is_type && parts.all(is_detail) && name.len() <= LONGEST_NAME {
            return Ok(Self(name));
        }
        let name: String = name.chars().take(100).collect();
        Err(format!("{name:?} is not a type name with its assembly, such as \"Game.AnimationReader, Game\""))
    }
}

impl From<ReaderName> for String {
    fn from(name: ReaderName) -> Self {
        name.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_s_name_is_that_of_a_type_with_its_assembly() {
        let known = [
            "Game.AnimationReader, Game",
            "Game.Outer+Reader,Game.Content, Version=1.0.0.0",
            Animation::ROBOT_GAME_READER,
        ];
        for name in known {
            assert_eq!(ReaderName::try_from(name.to_owned()).map(String::from), Ok(name.to_owned()));
        }
        let odd = [
            "",
            "Game.AnimationReader",
            "a b, Game",
            "Game..Reader, Game",
            "Game.R, ",
            "Game.R, Game, Version",
            "R\0, G",
        ];
        for name in odd {
            assert!(ReaderName::try_from(name.to_owned()).is_err(), "{name}");
        }
    }
}
