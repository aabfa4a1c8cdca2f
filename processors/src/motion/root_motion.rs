//! [`RootMotion`]: the parameter `root_motion` of processors that make clips.

use std::fmt;
use std::sync::Arc;

use rigmill_format::Skeleton;
use rigmill_pipeline::ProcessContext;
use serde::{Deserialize, Deserializer, Serialize, de};

use super::params::{Frame, MotionParams};
use super::root::RootName;
use crate::report::{Result, Setting};
use crate::skeletons::set_skeleton;

/// The movement to take out of a clip and store as its motion: the name of a bone, or a table with the parameters of the
/// `motion` processor except `extract`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct RootMotion(MotionParams);

/// The name of the parameter.
const NAME: &str = "root_motion";

impl RootMotion {
    /// By default, uses the model's axes, because players use the motion to move models.
    fn new(params: MotionParams) -> Self {
        Self(MotionParams { frame: params.frame.or(Some(Frame::Model)), ..params })
    }

    /// Returns the name of the root bone.
    pub(super) fn root(&self) -> RootName<'_> {
        RootName { bone: &self.0.root, setting: Setting::key(NAME, "root") }
    }

    /// Returns the skeleton that the table names; `None` if it names none.
    pub(super) fn skeleton(&self, ctx: &mut ProcessContext<'_>) -> Result<Option<Arc<Skeleton>>> {
        set_skeleton(&self.0.skeleton, Setting::key(NAME, "skeleton"), ctx)
    }

    pub(super) const fn params(&self) -> &MotionParams {
        &self.0
    }
}

impl From<&str> for RootMotion {
    fn from(bone: &str) -> Self {
        Self::new(MotionParams { root: bone.to_owned(), ..MotionParams::default() })
    }
}

impl<'de> Deserialize<'de> for RootMotion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BoneOrTable)
    }
}

struct BoneOrTable;

impl<'de> de::Visitor<'de> for BoneOrTable {
    type Value = RootMotion;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a bone, or a table of parameters of the processor `motion`")
    }

    fn visit_str<E: de::Error>(self, bone: &str) -> Result<RootMotion, E> {
        Ok(bone.into())
    }

    fn visit_map<A: de::MapAccess<'de>>(self, table: A) -> Result<RootMotion, A::Error> {
        let params = MotionParams::deserialize(de::value::MapAccessDeserializer::new(table))?;
        if params.extract.is_some() {
            let message = "`extract` is not allowed here: only the processor `motion` has this parameter";
            return Err(de::Error::custom(message));
        }
        Ok(RootMotion::new(params))
    }
}
