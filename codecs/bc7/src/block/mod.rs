//! The pixels of a block.

pub(crate) mod lanes;
pub(crate) mod moments;
pub(crate) mod partitions;

use crate::block::lanes::{Lanes, largest, smallest};

/// 4 x 4 pixels, with values from 0 to 255.
pub(crate) struct Block {
    /// The red, green, blue and alpha values.
    pub(crate) channels: [Lanes; 4],
}

impl Block {
    /// Returns the block at a column and row of blocks. Pixels beyond the edges of the image repeat its last pixels.
    #[inline(always)]
    pub(crate) fn at(rgba: &[u8], [width, height]: [usize; 2], [column, row]: [usize; 2]) -> Self {
        let mut channels = [[0.0; 16]; 4];
        for y in 0..4 {
            let line = (row * 4 + y).min(height - 1) * width;
            for x in 0..4 {
                let pixel = (line + (column * 4 + x).min(width - 1)) * 4;
                for (channel, value) in channels.iter_mut().zip(&rgba[pixel..pixel + 4]) {
                    channel[y * 4 + x] = f32::from(*value);
                }
            }
        }
        Self { channels }
    }

    #[inline(always)]
    pub(crate) fn is_opaque(&self) -> bool {
        smallest(&self.channels[3]) == 255.0
    }

    /// Returns the colour of the block if all pixels have the same colour.
    #[inline(always)]
    pub(crate) fn single_color(&self) -> Option<[u8; 4]> {
        let is_constant = self.channels.iter().all(|channel| smallest(channel) == largest(channel));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "they were bytes")]
        is_constant.then(|| self.channels.map(|channel| channel[0] as u8))
    }

    /// Returns a channel's value shifted towards 0, so that sums of squares stay small.
    #[inline(always)]
    pub(crate) fn centred(&self, channel: usize, pixel: usize) -> f32 {
        const CENTRES: [f32; 4] = [128.0, 128.0, 128.0, 255.0];
        self.channels[channel][pixel] - CENTRES[channel]
    }
}
