//! Files of content that the runtime does not keep as they are: checked by the format, kept by [`Content`](rigmill_runtime::Content).

use rigmill_format::{CurveClipLayout, SampledClipView};
use rigmill_runtime::content::{AlignedBytes, ContentType, DecodeError, Loadable};

/// The file of a curve clip.
#[derive(Debug)]
pub(crate) struct CurveClipFile(pub(crate) AlignedBytes);

/// The file of a sampled clip.
#[derive(Debug)]
pub(crate) struct SampledClipFile(pub(crate) AlignedBytes);

impl Loadable for CurveClipFile {
    const TYPE: ContentType = ContentType::CurveClip;

    fn from_bytes(bytes: AlignedBytes) -> Result<Self, DecodeError> {
        CurveClipLayout::parse(&bytes)?;
        Ok(Self(bytes))
    }
}

impl Loadable for SampledClipFile {
    const TYPE: ContentType = ContentType::SampledClip;

    fn from_bytes(bytes: AlignedBytes) -> Result<Self, DecodeError> {
        SampledClipView::parse(&bytes)?;
        Ok(Self(bytes))
    }
}
