//! [`BoundedCodec`]: encodes and decodes the protobuf messages of gRPC calls, with a limit on the number of fields.
//!
//! A field takes two bytes on the wire but a hundred bytes in memory. Therefore a message with too many fields is rejected
//! before memory is allocated for them. The size of the message was already limited.

use std::marker::PhantomData;

use bytes::{Buf, Bytes};
use prost::Message;
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};

/// The maximum number of fields of a message, not counting nested fields.
const MAX_FIELDS: usize = 1 << 14;

/// Encodes `T` and decodes `U`.
pub(crate) struct BoundedCodec<T, U>(PhantomData<(T, U)>);

impl<T, U> Default for BoundedCodec<T, U> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Message + 'static, U: Message + Default + 'static> Codec for BoundedCodec<T, U> {
    type Encode = T;
    type Decode = U;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self::default()
    }

    fn decoder(&mut self) -> Self {
        Self::default()
    }
}

impl<T: Message, U> Encoder for BoundedCodec<T, U> {
    type Item = T;
    type Error = Status;

    fn encode(&mut self, item: T, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        item.encode(buffer).map_err(|error| Status::internal(error.to_string()))
    }
}

impl<T, U: Message + Default> Decoder for BoundedCodec<T, U> {
    type Item = U;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<U>, Status> {
        decode(buffer.copy_to_bytes(buffer.remaining())).map(Some).map_err(Status::data_loss)
    }
}

/// Decodes a message. Returns an error if it has too many fields.
pub(crate) fn decode<U: Message + Default>(bytes: Bytes) -> Result<U, String> {
    decode_at_most(MAX_FIELDS, bytes)
}

/// Decodes a message. Returns an error if it has more than `most` fields.
pub(crate) fn decode_at_most<U: Message + Default>(most: usize, bytes: Bytes) -> Result<U, String> {
    if count_fields(&bytes)? > most {
        return Err(format!("a message has more than {most} fields"));
    }
    U::decode(bytes).map_err(|error| error.to_string())
}

/// Counts the length-delimited fields. Numbers take no more memory than on the wire, so they are not counted.
fn count_fields(mut bytes: &[u8]) -> Result<usize, String> {
    let malformed = || "a message is malformed".to_owned();
    let mut count = 0;
    while !bytes.is_empty() {
        let tag = varint(&mut bytes).ok_or_else(malformed)?;
        let length = match tag & 7 {
            0 => varint(&mut bytes).map(|_| 0),
            1 => Some(8),
            2 => varint(&mut bytes).and_then(|length| usize::try_from(length).ok()),
            5 => Some(4),
            _ => None,
        };
        bytes = length.and_then(|length| bytes.get(length..)).ok_or_else(malformed)?;
        count += usize::from(tag & 7 == 2);
    }
    Ok(count)
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reapi::FindMissingBlobsResponse;

    #[test]
    fn a_message_with_too_many_fields_is_refused() {
        let fields = |count: usize| Bytes::from([0x12, 0].repeat(count));
        assert_eq!(
            decode::<FindMissingBlobsResponse>(fields(MAX_FIELDS)).unwrap().missing_blob_digests.len(),
            MAX_FIELDS
        );
        assert!(decode::<FindMissingBlobsResponse>(fields(MAX_FIELDS + 1)).unwrap_err().contains("fields"));
    }

    #[test]
    fn malformed_messages_are_errors() {
        for bytes in [
            &[0x12][..],
            &[0x12, 5, 1],
            &[0x80],
            &[0xff; 20],
            &[0x0b],
            &[0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
        ] {
            assert!(decode::<FindMissingBlobsResponse>(Bytes::copy_from_slice(bytes)).is_err(), "{bytes:?}");
        }
    }
}
