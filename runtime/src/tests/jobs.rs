//! Jobs on the caller's buffers.

use rigmill_format::{AlignedBytes, Content as _, SkeletonLayout};
use rigmill_math::matrix::IDENTITY;

use super::clips::x;
use super::models::skeleton;
use crate::characters::LocalToModelJob;
use crate::content::Skeleton;
use crate::error::JobError;

#[test]
fn a_model_job_multiplies_up_the_skeleton() {
    let skeleton = Skeleton::from_owned(&skeleton()).unwrap();
    let mut local = [IDENTITY; 3];
    for (matrix, x) in local.iter_mut().zip([1.0, 10.0, 100.0]) {
        matrix[12] = x;
    }
    let mut out = [IDENTITY; 3];
    LocalToModelJob { skeleton: skeleton.view(), local: &local, out: &mut out }.run().unwrap();
    assert_eq!(out.map(x), [1.0, 11.0, 111.0]);
    let error = LocalToModelJob { skeleton: skeleton.view(), local: &local[..2], out: &mut out }.run();
    assert!(matches!(error, Err(JobError::BufferTooShort { buffer: "local", .. })));
}

#[test]
fn a_view_of_bytes_that_were_not_checked_does_no_harm() {
    let file = AlignedBytes::from_slice(&skeleton().encode().unwrap());
    let layout = SkeletonLayout::parse(&file).unwrap();
    let noise = AlignedBytes::from_slice(&vec![0x11; file.len()]);
    let mut out = [IDENTITY; 3];
    LocalToModelJob { skeleton: layout.view(&noise), local: &[IDENTITY; 3], out: &mut out }.run().unwrap();
}
