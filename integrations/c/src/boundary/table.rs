//! The table of all objects for which C has handles.
//!
//! A handle is a number. It consists of the object's slot in the table, and the slot's generation, which counts how often the
//! slot was used. So closed handles and handles of a different type are recognized. An object is locked while a function uses
//! it. Attempts to lock it never wait: if two threads use a handle at the same time, one of them gets an error, so there can be
//! no deadlock.

use std::any::Any;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};

use super::{Failure, RigmillStatus};

/// The number of slots that are allocated together. Slots never move, so no lock is needed to find one.
const CHUNK: usize = 1024;

/// The maximum number of chunks, which allows about a million objects.
const CHUNKS: usize = 1024;

static TABLE: [OnceLock<Box<[Place]>>; CHUNKS] = [const { OnceLock::new() }; CHUNKS];

static UNUSED: Mutex<Unused> = Mutex::new(Unused { closed: Vec::new(), next: 0 });

/// The slots without an object.
struct Unused {
    closed: Vec<u32>,
    /// The first slot that was never used.
    next: u32,
}

/// A slot for an object.
struct Place {
    /// Changes only while the object is closed, under the lock. It is also read without the lock, so that a call with an old
    /// handle does not disturb calls with the slot's new handle.
    generation: AtomicU32,
    content: RwLock<Content>,
}

/// The content of a slot.
struct Content {
    kind: &'static str,
    object: Option<Box<dyn Any + Send + Sync>>,
}

/// A type of handle.
pub(crate) trait Handle: Copy {
    /// The type of the object.
    type Object: Any + Send + Sync;

    /// The type of the object, as named in messages.
    const KIND: &'static str;

    fn id(self) -> u64;

    fn from_id(id: u64) -> Self;
}

/// Implements [`Handle`]: `Handle => Object, "kind"`.
macro_rules! handles {
    ($($handle:ident => $object:ty, $kind:literal;)*) => {
        $(impl $crate::boundary::Handle for $handle {
            type Object = $object;
            const KIND: &'static str = $kind;

            fn id(self) -> u64 {
                self.id
            }

            fn from_id(id: u64) -> Self {
                Self { id }
            }
        })*
    };
}

pub(crate) use handles;

/// Adds an object and returns its handle.
pub(crate) fn open<H: Handle>(object: H::Object) -> Result<H, Failure> {
    let number = unused_place()?;
    let place = place(number).ok_or_else(|| Failure::internal("a place is missing"))?;
    // Other threads hold this lock only for a short check.
    let mut content = place.content.write().unwrap_or_else(PoisonError::into_inner);
    *content = Content { kind: H::KIND, object: Some(Box::new(object)) };
    Ok(H::from_id(u64::from(place.generation.load(Ordering::Relaxed)) << 32 | u64::from(number)))
}

/// Closes a handle and drops its object.
pub(crate) fn close<H: Handle>(handle: H) -> Result<(), Failure> {
    let (number, place) = find(handle)?;
    let mut content = match place.content.try_write() {
        Ok(content) => content,
        // A panic while the object was in use does not matter, because the object is only dropped.
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => return Err(busy::<H>()),
    };
    check(place, &content, handle)?;
    let object = content.object.take();
    let generation = place.generation.load(Ordering::Relaxed).wrapping_add(1);
    place.generation.store(generation, Ordering::Relaxed);
    drop(content);
    place.content.clear_poison();
    // A slot whose generations are all used up is never used again.
    if generation != 0 {
        UNUSED.lock().unwrap_or_else(PoisonError::into_inner).closed.push(number);
    }
    drop(object);
    Ok(())
}

/// Locks the object of a handle for reading. Several threads can do this at the same time.
pub(crate) fn read<H: Handle>(handle: H) -> Result<Read<H>, Failure> {
    let (_, place) = find(handle)?;
    let content = place.content.try_read().map_err(|error| refused::<H, _>(&error))?;
    check(place, &content, handle)?;
    Ok(Read { content, handle: PhantomData })
}

/// Locks the object of a handle for writing.
pub(crate) fn write<H: Handle>(handle: H) -> Result<Write<H>, Failure> {
    let (_, place) = find(handle)?;
    let content = place.content.try_write().map_err(|error| refused::<H, _>(&error))?;
    check(place, &content, handle)?;
    Ok(Write { content, handle: PhantomData })
}

/// An object that is locked for reading.
pub(crate) struct Read<H> {
    content: RwLockReadGuard<'static, Content>,
    handle: PhantomData<H>,
}

/// An object that is locked for writing.
pub(crate) struct Write<H> {
    content: RwLockWriteGuard<'static, Content>,
    handle: PhantomData<H>,
}

impl<H: Handle> Deref for Read<H> {
    type Target = H::Object;

    fn deref(&self) -> &H::Object {
        object::<H>(&self.content)
    }
}

impl<H: Handle> Deref for Write<H> {
    type Target = H::Object;

    fn deref(&self) -> &H::Object {
        object::<H>(&self.content)
    }
}

impl<H: Handle> DerefMut for Write<H> {
    fn deref_mut(&mut self) -> &mut H::Object {
        let object = self.content.object.as_deref_mut().and_then(|object| object.downcast_mut());
        object.unwrap_or_else(|| unreachable!("{}", CHECKED))
    }
}

const CHECKED: &str = "the object and its type were checked, and the place has been locked since";

fn object<H: Handle>(content: &Content) -> &H::Object {
    let object = content.object.as_deref().and_then(|object| object.downcast_ref());
    object.unwrap_or_else(|| unreachable!("{}", CHECKED))
}

/// Checks that a locked slot contains the object of a handle.
fn check<H: Handle>(place: &Place, content: &Content, handle: H) -> Result<(), Failure> {
    let Some(object) = content.object.as_deref().filter(|_| place.is_of(handle)) else { return Err(closed::<H>()) };
    if object.is::<H::Object>() && content.kind == H::KIND {
        return Ok(());
    }
    let text = format!("the handle is for the type {}, expected the type {}", content.kind, H::KIND);
    Err(Failure::new(RigmillStatus::WrongKind, text))
}

/// The slot to which a handle refers, unless the handle is out of date.
fn find<H: Handle>(handle: H) -> Result<(u32, &'static Place), Failure> {
    if handle.id() == 0 {
        return Err(Failure::new(RigmillStatus::BadHandle, format!("the handle of the {} is 0", H::KIND)));
    }
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is the place's number")]
    let number = handle.id() as u32;
    let place = place(number).filter(|place| place.is_of(handle)).ok_or_else(closed::<H>)?;
    Ok((number, place))
}

fn place(number: u32) -> Option<&'static Place> {
    let number = usize::try_from(number).ok()?;
    TABLE.get(number / CHUNK)?.get()?.get(number % CHUNK)
}

fn unused_place() -> Result<u32, Failure> {
    let mut unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(number) = unused.closed.pop() {
        return Ok(number);
    }
    let number = unused.next;
    let full = || Failure::new(RigmillStatus::OutOfMemory, "a million handles are open: close unused handles");
    let chunk = usize::try_from(number).ok().and_then(|number| TABLE.get(number / CHUNK)).ok_or_else(full)?;
    chunk.get_or_init(|| (0..CHUNK).map(|_| Place::empty()).collect());
    unused.next += 1;
    Ok(number)
}

impl Place {
    /// Generations start at 1, so that no handle is zero.
    fn empty() -> Self {
        Self { generation: AtomicU32::new(1), content: RwLock::new(Content { kind: "", object: None }) }
    }

    fn is_of(&self, handle: impl Handle) -> bool {
        u64::from(self.generation.load(Ordering::Relaxed)) == handle.id() >> 32
    }
}

fn closed<H: Handle>() -> Failure {
    Failure::new(RigmillStatus::BadHandle, format!("the {} was closed, or never opened", H::KIND))
}

fn refused<H: Handle, T>(error: &TryLockError<T>) -> Failure {
    match error {
        TryLockError::WouldBlock => busy::<H>(),
        TryLockError::Poisoned(_) => {
            let text = format!("an earlier call with this {0} failed: close this {0}", H::KIND);
            Failure::new(RigmillStatus::Internal, text)
        }
    }
}

fn busy<H: Handle>() -> Failure {
    let text = format!("the {} is in use by another thread, or occurs twice in this call", H::KIND);
    Failure::new(RigmillStatus::Busy, text)
}
