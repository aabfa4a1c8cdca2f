//! Access to the caller's memory. Every pointer from C is read and written in this module, and nowhere else.
//!
//! The module checks what can be checked: NULL, alignment, lengths that exceed the address space, texts without an end, and
//! buffers that overlap. The C caller promises that the memory exists and that no other thread changes it. This is why each
//! exported function is `unsafe`. Only exported functions call the functions of this module, with the pointers that they
//! received.

use std::ffi::c_char;
use std::ptr::NonNull;
use std::slice;

use bytemuck::Pod;

use super::{Failure, RigmillStatus};

/// The maximum length of a text from the caller, in bytes.
const LONGEST_TEXT: usize = 4096;

/// Reads a value of the caller.
pub(crate) fn value<T: Pod>(name: &str, pointer: *const T) -> Result<T, Failure> {
    let pointer = checked(name, pointer)?;
    // SAFETY: the pointer is aligned and not NULL, the caller promises that it points to a value, and all bit patterns are
    // valid.
    Ok(unsafe { pointer.read() })
}

/// Borrows an array of the caller. The pointer may be NULL if the array is empty.
pub(crate) fn array<'a, T: Pod>(name: &str, pointer: *const T, count: usize) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    let pointer = checked_array(name, pointer, count)?;
    // SAFETY: the pointer is aligned and not NULL, and the length is possible. The caller promises that the array has `count`
    // values, and that nobody changes them during the call. All bit patterns are valid.
    Ok(unsafe { slice::from_raw_parts(pointer.as_ptr(), count) })
}

/// Borrows an array of the caller for results. The pointer may be NULL if the array is empty. `read` lists the arrays that the
/// function reads while it writes to this one.
pub(crate) fn array_mut<'a, T: Pod>(
    name: &str,
    pointer: *mut T,
    count: usize,
    read: &[&[u8]],
) -> Result<&'a mut [T], Failure> {
    if count == 0 {
        return Ok(&mut []);
    }
    let pointer = checked_array(name, pointer, count)?;
    let begin = pointer.addr().get();
    let end = begin + count * size_of::<T>();
    let overlaps = |read: &&[u8]| read.as_ptr().addr() < end && begin < read.as_ptr().addr() + read.len();
    if read.iter().any(overlaps) {
        let text = format!("the buffer `{name}` overlaps a buffer that this call reads");
        return Err(Failure::new(RigmillStatus::OverlappingBuffers, text));
    }
    // SAFETY: as in `array`. In addition, nothing else that the function uses is in this memory.
    Ok(unsafe { slice::from_raw_parts_mut(pointer.as_ptr(), count) })
}

/// Borrows a NUL-terminated text of the caller.
pub(crate) fn text<'a>(name: &str, pointer: *const c_char) -> Result<&'a str, Failure> {
    let pointer = checked(name, pointer)?.cast::<u8>();
    // SAFETY: the caller promises that the text ends with a NUL, and nothing after the NUL is read.
    let length = (0..LONGEST_TEXT).find(|length| unsafe { pointer.add(*length).read() } == 0);
    let bad = |what: &str| Failure::new(RigmillStatus::BadText, format!("the text `{name}` {what}"));
    let length = length.ok_or_else(|| bad("has no NUL within its first 4,096 bytes"))?;
    // SAFETY: the loop above has read all of these bytes.
    let bytes = unsafe { slice::from_raw_parts(pointer.as_ptr(), length) };
    std::str::from_utf8(bytes).map_err(|_| bad("is not UTF-8"))
}

/// A pointer to which a result is written.
#[derive(Debug)]
pub(crate) struct Out<T>(NonNull<T>);

impl<T: Copy> Out<T> {
    pub(crate) fn new(name: &str, pointer: *mut T) -> Result<Self, Failure> {
        checked(name, pointer).map(Self)
    }

    pub(crate) fn set(self, value: T) {
        // SAFETY: the pointer is aligned and not NULL, and the caller promises that it points to a value.
        unsafe { self.0.write(value) };
    }
}

/// A buffer to which a list of unknown length is written.
#[derive(Debug)]
pub(crate) struct OutList<T> {
    items: *mut T,
    capacity: usize,
    count: Out<usize>,
}

impl<T: Copy> OutList<T> {
    /// `items` may be NULL if the capacity is 0.
    pub(crate) fn new(name: &str, items: *mut T, capacity: usize, count: *mut usize) -> Result<Self, Failure> {
        if capacity > 0 {
            checked_array(name, items, capacity)?;
        }
        Ok(Self { items, capacity, count: Out::new("count", count)? })
    }

    /// Writes items until the buffer is full, and then the number of all items.
    pub(crate) fn fill(self, items: impl Iterator<Item = T>) -> Result<(), Failure> {
        let mut count = 0;
        for item in items {
            if count < self.capacity {
                // SAFETY: the array was checked, and the caller promises that it has room for `capacity` items.
                unsafe { self.items.add(count).write(item) };
            }
            count += 1;
        }
        self.count.set(count);
        if count <= self.capacity {
            return Ok(());
        }
        let text = format!("there are {count} items, but the buffer has room for {}", self.capacity);
        Err(Failure::new(RigmillStatus::BufferTooSmall, text))
    }
}

fn checked<T>(name: &str, pointer: *const T) -> Result<NonNull<T>, Failure> {
    let Some(pointer) = NonNull::new(pointer.cast_mut()) else {
        return Err(Failure::new(RigmillStatus::NullPointer, format!("`{name}` is NULL")));
    };
    if pointer.is_aligned() {
        return Ok(pointer);
    }
    let text = format!("`{name}` is not aligned to {} bytes", align_of::<T>());
    Err(Failure::new(RigmillStatus::BadPointer, text))
}

fn checked_array<T>(name: &str, pointer: *const T, count: usize) -> Result<NonNull<T>, Failure> {
    let pointer = checked(name, pointer)?;
    let length = count.checked_mul(size_of::<T>()).filter(|length| *length <= isize::MAX.unsigned_abs());
    let end = length.and_then(|length| pointer.addr().get().checked_add(length));
    match end {
        Some(_) => Ok(pointer),
        None => {
            let text = format!("`{name}` has {count} items, which do not fit into memory");
            Err(Failure::new(RigmillStatus::BadPointer, text))
        }
    }
}
