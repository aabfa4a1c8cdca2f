//! [`ResetRoot`]: whether the root bone's transform becomes the identity.

use std::fmt;

use rigmill_dom::NodeKind;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

const AUTO: &str = "auto";

/// When the root bone's transform becomes the identity: `false`, `true` or `"auto"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResetRoot {
    /// Never.
    #[default]
    Never,
    /// Always.
    Always,
    /// As XNA's pipeline: if the root is a bone of a skeleton (an FBX file's limb node), but not if it is a mesh or a dummy. So
    /// are the genuine models of RobotGame.
    Auto,
}

impl ResetRoot {
    /// Whether a root of this kind is reset.
    pub(super) fn includes(self, root: NodeKind) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::Auto => root == NodeKind::Bone,
        }
    }
}

impl Serialize for ResetRoot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Never => serializer.serialize_bool(false),
            Self::Always => serializer.serialize_bool(true),
            Self::Auto => serializer.serialize_str(AUTO),
        }
    }
}

impl<'de> Deserialize<'de> for ResetRoot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BoolOrAuto)
    }
}

struct BoolOrAuto;

impl de::Visitor<'_> for BoolOrAuto {
    type Value = ResetRoot;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "true, false or {AUTO:?}")
    }

    fn visit_bool<E: de::Error>(self, reset: bool) -> Result<ResetRoot, E> {
        Ok(if reset { ResetRoot::Always } else { ResetRoot::Never })
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<ResetRoot, E> {
        if text == AUTO { Ok(ResetRoot::Auto) } else { Err(E::invalid_value(de::Unexpected::Str(text), &self)) }
    }
}
