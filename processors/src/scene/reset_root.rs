//! [`ResetRoot`]: whether the root bone's transform becomes the identity.

use std::fmt;

use rigmill_dom::NodeKind;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

const AUTO: &str = "auto";

/// Whether to set the root bone's transform to the identity: `false`, `true` or `"auto"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResetRoot {
    /// Keep the transform.
    #[default]
    Never,
    /// Set it to the identity.
    Always,
    /// Do what XNA's pipeline does: set it to the identity if the root is a bone of a skeleton (in FBX, a limb node), but not
    /// if it is a mesh or a dummy. The original models of RobotGame were made in this way.
    Auto,
}

impl ResetRoot {
    /// Returns whether to reset a root of this kind.
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
