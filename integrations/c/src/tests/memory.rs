//! Invalid pointers from the caller.

use std::ptr;

use crate::RigmillStatus;
use crate::boundary::Failure;
use crate::boundary::pointers::{Out, OutList, array, array_mut, text, value};

fn status<T>(result: Result<T, Failure>) -> RigmillStatus {
    result.err().unwrap().status()
}

#[test]
fn null_is_refused_unless_there_is_nothing_to_point_at() {
    assert_eq!(status(value::<f32>("x", ptr::null())), RigmillStatus::NullPointer);
    assert_eq!(status(array::<f32>("x", ptr::null(), 1)), RigmillStatus::NullPointer);
    assert_eq!(status(array_mut::<f32>("x", ptr::null_mut(), 1, &[])), RigmillStatus::NullPointer);
    assert_eq!(status(text("x", ptr::null())), RigmillStatus::NullPointer);
    assert_eq!(status(Out::<f32>::new("x", ptr::null_mut())), RigmillStatus::NullPointer);
    assert!(array::<f32>("x", ptr::null(), 0).unwrap().is_empty());
    assert!(array_mut::<f32>("x", ptr::null_mut(), 0, &[]).unwrap().is_empty());
}

#[test]
fn crooked_pointers_and_impossible_lengths_are_refused() {
    let mut numbers = [0.0_f32; 4];
    let crooked = numbers.as_mut_ptr().wrapping_byte_add(1);
    assert_eq!(status(value("x", crooked)), RigmillStatus::BadPointer);
    assert_eq!(status(array("x", crooked, 1)), RigmillStatus::BadPointer);
    assert_eq!(status(Out::new("x", crooked)), RigmillStatus::BadPointer);
    for count in [usize::MAX, usize::MAX / 4, usize::MAX / 8 + 1] {
        assert_eq!(status(array("x", numbers.as_ptr(), count)), RigmillStatus::BadPointer, "{count}");
        assert_eq!(status(array_mut("x", numbers.as_mut_ptr(), count, &[])), RigmillStatus::BadPointer, "{count}");
    }
    let last = usize::MAX as *const u8;
    assert_eq!(status(array("x", last, 2)), RigmillStatus::BadPointer);
}

#[test]
fn buffers_that_overlap_are_refused() {
    let mut numbers = [0.0_f32; 8];
    let begin = numbers.as_mut_ptr();
    let check = |read: usize, write: usize, overlaps: bool| {
        let read = array("read", begin.wrapping_add(read), 4).unwrap();
        let written = array_mut("write", begin.wrapping_add(write), 4, &[bytemuck::cast_slice(read)]);
        let expected = overlaps.then_some(RigmillStatus::OverlappingBuffers);
        assert_eq!(written.err().map(|failure| failure.status()), expected);
    };
    check(0, 0, true);
    check(0, 3, true);
    check(3, 0, true);
    check(0, 4, false);
    check(4, 0, false);
}

#[test]
fn texts_end_and_are_utf_8() {
    assert_eq!(text("x", c"L Calf".as_ptr()).unwrap(), "L Calf");
    assert_eq!(status(text("x", c"\xff".as_ptr())), RigmillStatus::BadText);
    let mut long = vec![b'a'; 4096];
    assert_eq!(status(text("x", long.as_ptr().cast())), RigmillStatus::BadText);
    long[4095] = 0;
    assert_eq!(text("x", long.as_ptr().cast()).unwrap().len(), 4095);
}

#[test]
fn lists_say_how_many_there_are() {
    let (mut items, mut count) = ([0; 2], 0);
    OutList::new("x", items.as_mut_ptr(), 2, &mut count).unwrap().fill([7, 8].into_iter()).unwrap();
    assert_eq!((items, count), ([7, 8], 2));
    let filled = OutList::new("x", items.as_mut_ptr(), 1, &mut count).unwrap().fill([1, 2, 3].into_iter());
    assert_eq!((status(filled), items, count), (RigmillStatus::BufferTooSmall, [1, 8], 3));
    let none = OutList::<u32>::new("x", ptr::null_mut(), 0, &mut count).unwrap();
    none.fill(std::iter::empty()).unwrap();
    assert_eq!(count, 0);
    assert_eq!(status(OutList::<u32>::new("x", ptr::null_mut(), 1, &mut count)), RigmillStatus::NullPointer);
}
