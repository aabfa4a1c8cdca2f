//! [`XnbSource`]: the content of an XNB file.

use serde::Serialize;

use crate::{
    AnimationSource, CollisionSource, CurveClipSource, DataSource, EffectSource, Scene, SongSource, Sound,
    StoredFontSource, TextureFile,
};

/// The content of an XNB file, as one of the types that other files are imported as.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum XnbSource {
    /// An animation.
    Animation(AnimationSource),
    /// A model.
    Scene(Scene),
    /// A model with a collision mesh.
    Collision(CollisionSource),
    /// A texture or a cube map.
    Texture(TextureFile),
    /// A compiled effect.
    Effect(EffectSource),
    /// A font.
    Font(StoredFontSource),
    /// Curves: a single curve, or several named curves.
    Curves(CurveClipSource),
    /// Plain values: game data.
    Data(DataSource),
    /// A sound.
    Sound(Sound),
    /// A song, with its media file.
    Song(SongSource),
}

impl XnbSource {
    /// A readable name of the kind of content.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Animation(_) => "AnimationSource",
            Self::Scene(_) => "Scene",
            Self::Collision(_) => "CollisionSource",
            Self::Texture(_) => "TextureFile",
            Self::Effect(_) => "EffectSource",
            Self::Font(_) => "StoredFontSource",
            Self::Curves(_) => "CurveClipSource",
            Self::Data(_) => "DataSource",
            Self::Sound(_) => "Sound",
            Self::Song(_) => "SongSource",
        }
    }
}

/// A source that may contain a `T`.
pub trait Holds<T> {
    /// Returns the `T`, if the source contains one.
    fn held(&self) -> Option<&T>;
}

macro_rules! holds {
    ($($held:ty as $variant:ident),*) => {$(
        impl Holds<$held> for XnbSource {
            fn held(&self) -> Option<&$held> {
                if let Self::$variant(held) = self { Some(held) } else { None }
            }
        }
    )*};
}

holds!(
    AnimationSource as Animation,
    CollisionSource as Collision,
    TextureFile as Texture,
    EffectSource as Effect,
    StoredFontSource as Font,
    CurveClipSource as Curves,
    DataSource as Data,
    Sound as Sound,
    SongSource as Song
);

impl Holds<Scene> for XnbSource {
    fn held(&self) -> Option<&Scene> {
        match self {
            Self::Scene(scene) => Some(scene),
            Self::Collision(collision) => Some(&collision.model),
            _ => None,
        }
    }
}
