//! A skeleton is a list of bones, each with its bind pose.
//!
//! A skeleton file has these sections, in this order:
//!
//! | id     | element type          | contents |
//! |--------|-----------------------|------------|
//! | `SKEL` | 4 x f32               | the root axis: a rotation that is applied after each root bone's transform; finite and not all zero |
//! | `BONE` | bone record, 52 bytes | one record per bone, at most 65,535; parents come before their children |
//! | `BYNM` | u32                   | the bone indices, sorted by bone name |
//! | `NAME` | u8                    | the bone names |
//!
//! ### Skeleton: bone record
//!
//! | offset | type    | field       | value                                                                    |
//! |-------:|---------|-------------|--------------------------------------------------------------------------|
//! |      0 | span    | name        | the bone's name, in `NAME`                                               |
//! |      8 | i32     | parent      | the index of the bone's parent, or -1 for a root bone                    |
//! |     12 | 3 x f32 | translation | the bone's position x, y, z in the bind pose; finite                     |
//! |     24 | 4 x f32 | rotation    | the bone's rotation x, y, z, w in the bind pose; finite and not all zero |
//! |     40 | 3 x f32 | scale       | the bone's scale factors along x, y, z in the bind pose; finite          |
//!
//! ### Skeleton: rules
//!
//! No two bones have the same name.

use bytemuck::{Pod, Zeroable};

use crate::error::{ensure, invalid};
use crate::layout::numbers::{all_finite, is_normalisable};
use crate::layout::{One, Rules, Span, append_text, check_spans, getters, names, sections};
use crate::{EncodeError, InvalidContent, Transform};

/// The maximum number of bones.
pub const MAX_BONES: usize = 65_535;

/// A bone hierarchy and its bind pose.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Skeleton {
    /// The bones. Parents come before their children. No two bones have the same name.
    pub bones: Vec<Bone>,
    /// A rotation x, y, z, w that is applied after every root bone's transform. It makes a model upright if its source has a
    /// different up axis. RobotGame's models rotate by -90 degrees about x.
    pub root_axis: [f32; 4],
}

impl Default for Skeleton {
    fn default() -> Self {
        Self { bones: Vec::new(), root_axis: Transform::IDENTITY.rotation }
    }
}

/// A bone of a skeleton.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bone {
    /// The bone's name, by which clips refer to it.
    pub name: String,
    /// The parent bone; `None` for a root.
    pub parent: Option<u32>,
    /// The bone's local transform while nothing moves it.
    pub bind: Transform,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct SkeletonHeader {
    root_axis: [f32; 4],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct BoneRecord {
    name: Span,
    parent: i32,
    bind: Transform,
}

const NO_PARENT: i32 = -1;

sections! {
    /// A skeleton read from the bytes of its file.
    #[derive(Debug)]
    Skeleton, version 1 => SkeletonView, SkeletonLayout, Tables;
    header b"SKEL": SkeletonHeader,
    b"BONE" records: [BoneRecord],
    b"BYNM" by_name: [u32],
    b"NAME" names: [u8],
}

impl Tables {
    fn new(skeleton: &Skeleton) -> Result<Self, EncodeError> {
        check_bone_count(skeleton.bones.len())?;
        let mut tables = Self {
            header: One(SkeletonHeader { root_axis: skeleton.root_axis }),
            by_name: names::index_by_name(skeleton.bones.iter().map(|bone| &bone.name), "bones")?,
            ..Self::default()
        };
        for (index, bone) in skeleton.bones.iter().enumerate() {
            let name = append_text(&mut tables.names, &bone.name)?;
            let parent = parent_number(bone.parent, index, &bone.name)?;
            tables.records.push(BoneRecord { name, parent, bind: bone.bind });
        }
        Ok(tables)
    }
}

/// The parent of a bone, as stored in a file.
pub(crate) fn parent_number(parent: Option<u32>, index: usize, name: &str) -> Result<i32, InvalidContent> {
    let Some(parent) = parent else {
        return Ok(NO_PARENT);
    };
    i32::try_from(parent).map_err(|_| no_parent(parent.into()).within(format_args!("bone {index} ({name:?})")))
}

/// The error of a bone whose parent is not before it.
fn no_parent(parent: i64) -> InvalidContent {
    invalid!("its parent is bone {parent}, expected an earlier bone, or -1 for no parent")
}

/// Checks that a stored parent is -1 or an earlier bone.
pub(crate) fn check_parent(parent: i32, index: usize) -> Result<(), InvalidContent> {
    let is_before = parent == NO_PARENT || usize::try_from(parent).is_ok_and(|parent| parent < index);
    if is_before { Ok(()) } else { Err(no_parent(parent.into())) }
}

pub(crate) fn check_bone_count(found: usize) -> Result<(), InvalidContent> {
    ensure!(found <= MAX_BONES, "the skeleton has {found} bones, but at most {MAX_BONES} are allowed");
    Ok(())
}

impl<'a> SkeletonView<'a> {
    getters! { self:
        /// The rotation x, y, z, w that is applied after every root bone's transform.
        root_axis: [f32; 4] = self.header.root_axis;
        /// The number of bones.
        len: usize = self.records.len();
        /// Whether there are no bones.
        is_empty: bool = self.records.is_empty();
        /// A copy that owns its bones.
        to_owned: Skeleton = Skeleton {
            bones: self.bones().map(|bone| bone.to_owned()).collect(),
            root_axis: self.root_axis(),
        };
    }

    /// The bone with number `index`.
    #[must_use]
    pub fn bone(&self, index: usize) -> Option<BoneView<'a>> {
        self.records.get(index).map(|record| BoneView { record, names: self.names })
    }

    /// The bones. Parents come before their children.
    pub fn bones(&self) -> impl ExactSizeIterator<Item = BoneView<'a>> + use<'a> {
        let names = self.names;
        self.records.iter().map(move |record| BoneView { record, names })
    }

    /// The number of the bone with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        names::find(name, self.by_name, self.records, |bone| bone.name.slice(self.names))
    }
}

impl Rules for SkeletonView<'_> {
    fn check(&self) -> Result<(), InvalidContent> {
        let axis = self.root_axis();
        let is_rotation = all_finite(&axis) && is_normalisable(&axis);
        ensure!(is_rotation, "the root axis is {axis:?}, expected a finite quaternion other than zero");
        check_bone_count(self.len())?;
        check_spans("NAME", self.names.len(), self.records.iter().map(|bone| bone.name))?;
        for (index, bone) in self.bones().enumerate() {
            let name = names::text(bone.record.name.slice(self.names), "bone", index)?;
            bone.check(index).map_err(|error| error.within(format_args!("bone {index} ({name:?})")))?;
        }
        names::check_index("bone", self.by_name, self.records, |bone| bone.name.slice(self.names))
    }
}

/// A bone read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct BoneView<'a> {
    record: &'a BoneRecord,
    names: &'a [u8],
}

impl<'a> BoneView<'a> {
    getters! { self:
        /// The bone's name, by which clips refer to it.
        name: &'a str = self.record.name.text(self.names);
        /// The number of the parent, which is lower than the bone's own; `None` for a root.
        parent: Option<usize> = usize::try_from(self.record.parent).ok();
        /// The bone's local transform while nothing moves it.
        bind: &'a Transform = &self.record.bind;
        /// A copy that owns its name.
        to_owned: Bone = Bone {
            name: self.name().to_owned(),
            parent: u32::try_from(self.record.parent).ok(),
            bind: self.record.bind,
        };
    }

    fn check(&self, index: usize) -> Result<(), InvalidContent> {
        let Transform { translation, rotation, scale } = self.bind();
        check_parent(self.record.parent, index)?;
        let is_finite = all_finite(translation) && all_finite(rotation) && all_finite(scale);
        ensure!(is_finite, "its bind pose is not finite");
        ensure!(is_normalisable(rotation), "its bind rotation is zero");
        Ok(())
    }
}
