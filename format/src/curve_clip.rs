//! A curve clip: curves of number over time for components of bones.
//!
//! Content type 3, version 1. Its sections are those of curves: `TRCK`, `BYNM`, `CURV`, `KEYS`, `TEXT`.
//!
//! A component without a curve is left as it is. Rotations are quaternions, evaluated component by component and then
//! made of unit length.

use crate::container::{Container, ContainerWriter, Spans};
use crate::curves::{CurveTrack, CurvesView, Tables};
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError};

/// Components 0 to 9: positions, rotations, scales.
const COMPONENTS: u32 = 10;

/// Curves for components of bones.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CurveClip {
    /// One a bone; no two of one path.
    pub tracks: Vec<CurveTrack>,
}

impl Content for CurveClip {
    const TYPE: ContentType = ContentType::CurveClip;
    const VERSION: u16 = 1;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let tables = Tables::of(&self.tracks)?;
        tables.view().validate(COMPONENTS)?;
        let mut writer = ContainerWriter::new(Self::TYPE, Self::VERSION, Tables::SECTIONS.len());
        tables.write(&mut writer);
        Ok(writer.finish())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(Self { tracks: CurveClipLayout::parse(&bytes)?.view(&bytes).to_owned() })
    }
}

/// Where the parts of a checked curve clip lie in its bytes. An owner of the bytes keeps it beside them and has a view
/// again without another check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveClipLayout(Spans<5>);

impl CurveClipLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged curve clip of this version, or begin at an address that is no multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let spans = container.spans(CurveClip::TYPE, CurveClip::VERSION, &Tables::SECTIONS, Tables::ALIGNMENT)?;
        let layout = Self(spans);
        layout.view(bytes).validate(COMPONENTS)?;
        Ok(layout)
    }

    /// The clip in `bytes`, which have to be those that were parsed. With other bytes the view shows some other clip or
    /// an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> CurvesView<'a> {
        CurvesView::new(
            self.0.elements(bytes, 0),
            self.0.elements(bytes, 1),
            self.0.elements(bytes, 2),
            self.0.elements(bytes, 3),
            self.0.elements(bytes, 4),
        )
    }
}
