//! A skeleton: bones, parents first, each with its bind pose.
//!
//! Content type 4, version 1. Rotations are quaternions x, y, z, w. The sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `SKEL` | skeleton header, 16      | 1                                                      |
//! | `BONE` | bone record, 52          | one a bone, at most 65,535; parents before children    |
//! | `BYNM` | u32                      | bone numbers in ascending byte order of bone names     |
//! | `NAME` | u8                       | the bone names in bone order, UTF-8, nothing between   |
//!
//! Skeleton header:
//!
//! | offset | type    | field     | value                                                          |
//! |-------:|---------|-----------|----------------------------------------------------------------|
//! |      0 | 4 x f32 | root axis | finite, not zero                                               |
//!
//! Bone record:
//!
//! | offset | type    | field       | value                                                        |
//! |-------:|---------|-------------|--------------------------------------------------------------|
//! |      0 | u32     | name first  | first byte in `NAME`                                         |
//! |      4 | u32     | name length | in bytes                                                     |
//! |      8 | i32     | parent      | a bone before this one, or -1                                |
//! |     12 | 3 x f32 | translation | finite                                                       |
//! |     24 | 4 x f32 | rotation    | finite, not zero                                             |
//! |     40 | 3 x f32 | scale       | finite                                                       |
//!
//! Rules: no two bones have one name. Names follow each other in bone order and fill `NAME`.

use bytemuck::{Pod, Zeroable};

use crate::container::{Container, ContainerWriter, SectionKind, Spans};
use crate::finite::{all_finite, is_normalisable};
use crate::shares::{self, ShareCheck};
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, InvalidContent};
use crate::{BoneProblem, Transform, names};

/// The largest number of bones.
pub const MAX_BONES: usize = 65_535;

/// A bone hierarchy and its bind pose.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Skeleton {
    /// Parents before their children; no two of one name.
    pub bones: Vec<Bone>,
    /// A rotation x, y, z, w that follows every root bone's transform: it stands a model upright
    /// whose source has another axis up. RobotGame's models turn by -90 degrees about x.
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
    /// The name that clips know it by.
    pub name: String,
    /// The bone that it hangs on; none for a root.
    pub parent: Option<u32>,
    /// Its pose relative to the parent while nothing moves it.
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
    name_first: u32,
    name_length: u32,
    parent: i32,
    bind: Transform,
}

const NO_PARENT: i32 = -1;

const SKEL: SectionKind = SectionKind::of::<SkeletonHeader>(b"SKEL");
const BONE: SectionKind = SectionKind::of::<BoneRecord>(b"BONE");
const BYNM: SectionKind = SectionKind::of::<u32>(b"BYNM");
const NAME: SectionKind = SectionKind::of::<u8>(b"NAME");

const SECTIONS: [SectionKind; 4] = [SKEL, BONE, BYNM, NAME];
const ALIGNMENT: usize = align_of::<BoneRecord>();

impl Content for Skeleton {
    const TYPE: ContentType = ContentType::Skeleton;
    const VERSION: u16 = 1;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let tables = Tables::of(self)?;
        tables.view().validate()?;
        Ok(tables.write())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(SkeletonView::parse(&bytes)?.to_owned())
    }
}

/// The sections of a file to be, as arrays.
struct Tables {
    header: SkeletonHeader,
    records: Vec<BoneRecord>,
    by_name: Vec<u32>,
    names: Vec<u8>,
}

impl Tables {
    fn of(skeleton: &Skeleton) -> Result<Self, EncodeError> {
        check_bone_count(skeleton.bones.len())?;
        let count = shares::count(skeleton.bones.len(), "bones")?;
        let name = |number| bone_name(&skeleton.bones, number);
        let mut tables = Self {
            header: SkeletonHeader { root_axis: skeleton.root_axis },
            records: Vec::with_capacity(skeleton.bones.len()),
            by_name: names::index_by_name(count, name),
            names: Vec::new(),
        };
        for (index, bone) in skeleton.bones.iter().enumerate() {
            tables.push(index, bone)?;
        }
        Ok(tables)
    }

    fn push(&mut self, index: usize, bone: &Bone) -> Result<(), EncodeError> {
        let name = bone.name.as_bytes();
        let (name_first, name_length) = shares::append(&mut self.names, name, "name bytes")?;
        self.records.push(BoneRecord { name_first, name_length, parent: parent_number(index, bone)?, bind: bone.bind });
        Ok(())
    }

    fn view(&self) -> SkeletonView<'_> {
        SkeletonView {
            header: std::slice::from_ref(&self.header),
            records: &self.records,
            by_name: &self.by_name,
            names: &self.names,
        }
    }

    fn write(&self) -> Vec<u8> {
        let mut writer = ContainerWriter::new(Skeleton::TYPE, Skeleton::VERSION, SECTIONS.len());
        writer.section(SKEL, &[self.header]);
        writer.section(BONE, &self.records);
        writer.section(BYNM, &self.by_name);
        writer.section(NAME, &self.names);
        writer.finish()
    }
}

fn bone_name(bones: &[Bone], number: u32) -> &[u8] {
    bones.get(number as usize).map_or(&[], |bone| bone.name.as_bytes())
}

fn parent_number(index: usize, bone: &Bone) -> Result<i32, InvalidContent> {
    let Some(parent) = bone.parent else {
        return Ok(NO_PARENT);
    };
    i32::try_from(parent).map_err(|_| InvalidContent::Bone {
        index,
        name: bone.name.clone(),
        problem: BoneProblem::Parent { found: i64::from(parent) },
    })
}

pub(crate) fn check_bone_count(found: usize) -> Result<(), InvalidContent> {
    if found <= MAX_BONES {
        return Ok(());
    }
    Err(InvalidContent::TooManyBones { found, limit: MAX_BONES })
}

/// Where the parts of a checked skeleton lie in its bytes. An owner of the bytes keeps it beside
/// them and has a view again without another check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkeletonLayout(Spans<4>);

impl SkeletonLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged skeleton of this version, or begin at an address that is no
    /// multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let spans = container.spans(Skeleton::TYPE, Skeleton::VERSION, &SECTIONS, ALIGNMENT)?;
        let layout = Self(spans);
        layout.view(bytes).validate()?;
        Ok(layout)
    }

    /// The skeleton in `bytes`, which have to be those that were parsed. With other bytes the
    /// view shows some other skeleton or an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> SkeletonView<'a> {
        SkeletonView {
            header: self.0.elements(bytes, 0),
            records: self.0.elements(bytes, 1),
            by_name: self.0.elements(bytes, 2),
            names: self.0.elements(bytes, 3),
        }
    }
}

/// A skeleton read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct SkeletonView<'a> {
    header: &'a [SkeletonHeader],
    records: &'a [BoneRecord],
    by_name: &'a [u32],
    names: &'a [u8],
}

impl<'a> SkeletonView<'a> {
    /// Checks a whole file and views its content.
    ///
    /// # Errors
    /// As [`SkeletonLayout::parse`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Ok(SkeletonLayout::parse(bytes)?.view(bytes))
    }

    /// The rotation x, y, z, w that follows every root bone's transform.
    #[must_use]
    pub fn root_axis(&self) -> [f32; 4] {
        let identity = Transform::IDENTITY.rotation;
        self.header.first().map_or(identity, |header| header.root_axis)
    }

    /// The number of bones.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no bone.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Bone number `index`.
    #[must_use]
    pub fn bone(&self, index: usize) -> Option<BoneView<'a>> {
        self.records.get(index).map(|record| self.view_of(record))
    }

    /// The bones, parents before their children.
    pub fn bones(&self) -> impl ExactSizeIterator<Item = BoneView<'a>> + use<'a> {
        let view = *self;
        self.records.iter().map(move |record| view.view_of(record))
    }

    /// The number of the bone called `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        let number = names::find(self.by_name, name, |number| self.name(number))?;
        usize::try_from(number).ok()
    }

    /// A copy that owns its bones.
    #[must_use]
    pub fn to_owned(&self) -> Skeleton {
        Skeleton { bones: self.bones().map(|bone| bone.to_owned()).collect(), root_axis: self.root_axis() }
    }

    fn name(&self, number: u32) -> &'a [u8] {
        let record = self.records.get(number as usize);
        record.map_or(&[], |record| shares::part(self.names, record.name_first, record.name_length))
    }

    fn view_of(&self, record: &'a BoneRecord) -> BoneView<'a> {
        BoneView { record, name: shares::part(self.names, record.name_first, record.name_length) }
    }

    /// All rules of the type, both before encoding and after reading.
    fn validate(&self) -> Result<(), InvalidContent> {
        self.check_header()?;
        check_bone_count(self.len())?;
        let mut names = ShareCheck::new("NAME");
        for (index, record) in self.records.iter().enumerate() {
            names.part(index, record.name_first, record.name_length)?;
        }
        names.finish(self.names.len())?;
        for (index, bone) in self.bones().enumerate() {
            bone.check(index)?;
        }
        let name = |number: u32| {
            self.records.get(number as usize)?;
            Some(names::checked_text(self.name(number)))
        };
        names::check_index(self.by_name, self.len(), "bone", name)
    }

    fn check_header(&self) -> Result<(), InvalidContent> {
        let [header] = self.header else {
            let found = self.header.len();
            return Err(InvalidContent::HeaderCount { found });
        };
        let axis = header.root_axis;
        if !all_finite(&axis) || !is_normalisable(&axis) {
            return Err(InvalidContent::RootAxis { found: axis });
        }
        Ok(())
    }
}

/// A bone read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct BoneView<'a> {
    record: &'a BoneRecord,
    name: &'a [u8],
}

impl<'a> BoneView<'a> {
    /// The name that clips know it by.
    #[must_use]
    pub fn name(&self) -> &'a str {
        names::checked_text(self.name)
    }

    /// The bone that it hangs on, one before this; none for a root.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        usize::try_from(self.record.parent).ok()
    }

    /// Its pose relative to the parent while nothing moves it.
    #[must_use]
    pub fn bind(&self) -> &'a Transform {
        &self.record.bind
    }

    /// A copy that owns its name.
    #[must_use]
    pub fn to_owned(&self) -> Bone {
        Bone { name: self.name().to_owned(), parent: u32::try_from(self.record.parent).ok(), bind: self.record.bind }
    }

    fn check(&self, index: usize) -> Result<(), InvalidContent> {
        let name = names::text(self.name, "bone", index)?;
        let problem = if !self.has_parent_before(index) {
            let found = i64::from(self.record.parent);
            BoneProblem::Parent { found }
        } else if !self.has_finite_bind() {
            BoneProblem::NotFinite
        } else if !is_normalisable(&self.bind().rotation) {
            BoneProblem::ZeroRotation
        } else {
            return Ok(());
        };
        Err(InvalidContent::Bone { index, name: name.to_owned(), problem })
    }

    fn has_parent_before(&self, index: usize) -> bool {
        self.record.parent == NO_PARENT || self.parent().is_some_and(|parent| parent < index)
    }

    fn has_finite_bind(&self) -> bool {
        let bind = self.bind();
        all_finite(&bind.translation) && all_finite(&bind.rotation) && all_finite(&bind.scale)
    }
}
