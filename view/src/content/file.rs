//! Content files that the runtime does not keep in their original form. The format crate checks them, and
//! [`Content`](rigmill_runtime::Content) keeps them.

use rigmill_format::compressed_clip::Storage;
use rigmill_format::{CompressedClip, Content as _, CurveClipLayout, SampledClipView};
use rigmill_runtime::content::{AlignedBytes, ContentType, DecodeError, Loadable};

/// The file of a compressed clip. If the original file is coded, this is the file of the same clip in packed form, which the
/// page can read.
#[derive(Debug)]
pub(crate) struct CompressedClipFile(pub(crate) Vec<u8>);

/// The file of a curve clip.
#[derive(Debug)]
pub(crate) struct CurveClipFile(pub(crate) AlignedBytes);

/// The file of a sampled clip.
#[derive(Debug)]
pub(crate) struct SampledClipFile(pub(crate) AlignedBytes);

impl Loadable for CompressedClipFile {
    const TYPE: ContentType = ContentType::CompressedClip;

    fn from_bytes(bytes: AlignedBytes) -> Result<Self, DecodeError> {
        let clip = CompressedClip::decode(&bytes)?;
        let packed = CompressedClip { storage: Storage::Packed, ..clip };
        Ok(Self(packed.encode().unwrap_or_else(|_| bytes.to_vec())))
    }
}

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
