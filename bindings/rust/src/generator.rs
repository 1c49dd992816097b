//! New ids in one order.

use alloc::boxed::Box;
use core::ffi::c_void;
use core::ptr::{null, null_mut, NonNull};

use crate::any::{one, terminated};
use crate::error::answer;
use crate::ffi::*;
use crate::typed::next_of;
use crate::{AnyId, Error, Format, Id, OnClockBack, OnOverflow, SequenceStart};

/// What a generator is told. What is not given is the format's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GeneratorOptions<'a> {
    /// When a millisecond has no id left.
    pub on_overflow: OnOverflow,
    /// When the clock goes back.
    pub on_clock_back: OnClockBack,
    /// The limit of waiting for one id, in milliseconds; a second.
    pub max_wait_ms: Option<i64>,
    /// The number of the caller's in an EUID.
    pub extension: Option<u32>,
    /// The number that tells machines apart: Ulid-Flake's sid, uid11-snowish's machine.
    pub node: Option<u32>,
    /// Bytes of the step within a millisecond; 0 for a step of 1.
    pub step_bytes: Option<u32>,
    /// The Unix milliseconds of timestamp 0.
    pub epoch: Option<i64>,
    /// Where the sequence of a new millisecond begins.
    pub sequence: SequenceStart,
    /// The prefix of TypeIDs; empty for none.
    pub prefix: &'a str,
}

/// A clock and a source of random bytes of the caller's, for tests and for systems that have none. A panic ends the
/// program.
pub trait Sources: Send {
    /// Unix milliseconds.
    fn now(&mut self) -> i64;
    /// Sleeps for about that many microseconds; gives how many went by.
    fn pause(&mut self, us: i64) -> i64;
    /// Writes random bytes, all of them, or gives `false`.
    fn fill(&mut self, bytes: &mut [u8]) -> bool;
}

/// What the core calls. It must not be unwound, so a panic becomes another one while the first goes on.
struct Unwinding;
impl Drop for Unwinding {
    fn drop(&mut self) {
        panic!("a clock or a source of random bytes panicked");
    }
}
fn called<T>(call: impl FnOnce() -> T) -> T {
    let guard = Unwinding;
    let value = call();
    core::mem::forget(guard);
    value
}
unsafe extern "C" fn now<S: Sources>(context: *mut c_void) -> i64 {
    called(|| (*context.cast::<S>()).now())
}
unsafe extern "C" fn pause<S: Sources>(context: *mut c_void, us: i64) -> i64 {
    called(|| (*context.cast::<S>()).pause(us))
}
unsafe extern "C" fn fill<S: Sources>(context: *mut c_void, bytes: *mut c_void, size: usize) -> i32 {
    let bytes = core::slice::from_raw_parts_mut(bytes.cast(), size);
    i32::from(called(|| (*context.cast::<S>()).fill(bytes)))
}

/// A generator of a format that is known at run time. The core has it in memory of its own, because it points into itself.
pub struct AnyGenerator {
    core: NonNull<sortid_generator>,
    // Of a box, as the core calls them until it ends. The core alone uses them.
    sources: Option<NonNull<dyn Sources>>,
}

// One thread at a time uses it.
unsafe impl Send for AnyGenerator {}

impl AnyGenerator {
    /// Makes one whose order nobody shares.
    pub fn new(format: Format, options: &GeneratorOptions<'_>) -> Result<AnyGenerator, Error> {
        AnyGenerator::make(format, options, SORTID_SCOPE_OWN, null(), None)
    }
    /// The same with the caller's clock and random bytes.
    pub fn with_sources<S: Sources + 'static>(
        format: Format,
        options: &GeneratorOptions<'_>,
        sources: S,
    ) -> Result<AnyGenerator, Error> {
        let context = Box::into_raw(Box::new(sources));
        let sources: NonNull<dyn Sources> = unsafe { NonNull::new_unchecked(context) };
        let functions = sortid_sources {
            context: context.cast(),
            now: Some(now::<S>),
            pause: Some(pause::<S>),
            fill: Some(fill::<S>),
        };
        let made = AnyGenerator::make(format, options, SORTID_SCOPE_OWN, &functions, Some(sources));
        if made.is_err() {
            drop(unsafe { Box::from_raw(context) });
        }
        made
    }

    fn make(
        format: Format,
        options: &GeneratorOptions<'_>,
        scope: i32,
        functions: *const sortid_sources,
        sources: Option<NonNull<dyn Sources>>,
    ) -> Result<AnyGenerator, Error> {
        let prefix = terminated(options.prefix).ok_or_else(|| format.rejects(SORTID_PREFIX))?;
        let mut given = 0;
        let mut bit = |is_given: bool, bit: i32| given |= if is_given { bit as u32 } else { 0 };
        bit(options.extension.is_some(), SORTID_GIVEN_EXTENSION);
        bit(options.node.is_some(), SORTID_GIVEN_NODE);
        bit(options.step_bytes.is_some(), SORTID_GIVEN_STEP_BYTES);
        bit(options.epoch.is_some(), SORTID_GIVEN_EPOCH);
        bit(options.max_wait_ms.is_some(), SORTID_GIVEN_MAX_WAIT);
        let told = sortid_generator_options {
            struct_size: core::mem::size_of::<sortid_generator_options>(),
            format: format as u32,
            scope,
            on_overflow: options.on_overflow as i32,
            on_clock_back: options.on_clock_back as i32,
            given,
            extension: options.extension.unwrap_or(0),
            node: options.node.unwrap_or(0),
            step_bytes: options.step_bytes.unwrap_or(0),
            epoch: options.epoch.unwrap_or(0),
            max_wait_ms: options.max_wait_ms.unwrap_or(0),
            prefix: prefix.as_ptr(),
            order_file: null(),
            sources: functions,
            sequence: options.sequence as i32,
            reserved: 0,
            pool: null_mut(),
        };
        let (mut made, mut error) = (null_mut(), Error::NONE.0);
        let status = unsafe { sortid_generator_create(&told, &mut made, &mut error) };
        answer(status, (), error)?;
        let core = NonNull::new(made).ok_or_else(|| format.rejects(SORTID_NO_MEMORY))?;
        Ok(AnyGenerator { core, sources })
    }

    /// The next id, greater than all before it in formats with an order.
    #[allow(clippy::should_implement_trait)]
    #[inline]
    pub fn next(&mut self) -> Result<AnyId, Error> {
        one(|id, error| unsafe { sortid_generator_next(self.core.as_ptr(), id, error) })
    }
    /// The next id with the timestamp of that Unix millisecond, in the order of the others.
    pub fn next_at(&mut self, unix_ms: i64) -> Result<AnyId, Error> {
        one(|id, error| unsafe { sortid_generator_next_at(self.core.as_ptr(), unix_ms, id, error) })
    }
    /// An id that is drawn, in no order within its millisecond.
    pub fn random(&mut self) -> Result<AnyId, Error> {
        one(|id, error| unsafe { sortid_generator_random(self.core.as_ptr(), id, error) })
    }
    /// The same with the timestamp of a Unix millisecond.
    pub fn random_at(&mut self, unix_ms: i64) -> Result<AnyId, Error> {
        one(|id, error| unsafe { sortid_generator_random_at(self.core.as_ptr(), unix_ms, id, error) })
    }
    /// Milliseconds by which the last id is ahead of the clock.
    pub fn ahead(&mut self) -> i64 {
        let mut ms = 0;
        unsafe { sortid_generator_ahead(self.core.as_ptr(), &mut ms) };
        ms
    }

    fn fill<Row>(&self, rows: &mut [Row], write: Fill) -> Result<(), (usize, Error)> {
        let (mut made, mut error) = (0, Error::NONE.0);
        let status = unsafe { write(self.core.as_ptr(), rows.as_mut_ptr().cast(), rows.len(), &mut made, &mut error) };
        answer(status, (), error).map_err(|why| (made, why))
    }
}

type Fill =
    unsafe extern "C" fn(*mut sortid_generator, *mut c_void, usize, *mut usize, *mut sortid_error) -> sortid_status;

impl Drop for AnyGenerator {
    fn drop(&mut self) {
        unsafe { sortid_generator_destroy(self.core.as_ptr()) }
        if let Some(sources) = self.sources {
            drop(unsafe { Box::from_raw(sources.as_ptr()) });
        }
    }
}

/// Makes ids in one order, for one thread at a time.
pub struct Generator<T: Id> {
    any: AnyGenerator,
    // Has the prefix of its ids.
    like: T,
}

impl<T: Id> Generator<T> {
    /// Makes one with the format's own settings.
    pub fn new() -> Result<Generator<T>, Error> {
        Generator::with(&GeneratorOptions::default())
    }
    /// Makes one.
    pub fn with(options: &GeneratorOptions<'_>) -> Result<Generator<T>, Error> {
        Generator::of(AnyGenerator::new(T::FORMAT, options)?, options)
    }
    /// Makes one with the caller's clock and random bytes.
    pub fn with_sources<S: Sources + 'static>(
        options: &GeneratorOptions<'_>,
        sources: S,
    ) -> Result<Generator<T>, Error> {
        Generator::of(AnyGenerator::with_sources(T::FORMAT, options, sources)?, options)
    }
    fn of(any: AnyGenerator, options: &GeneratorOptions<'_>) -> Result<Generator<T>, Error> {
        let like = T::FORMAT.min();
        let like = if options.prefix.is_empty() { like } else { like.with_prefix(options.prefix)? };
        Ok(Generator { any, like: like.try_into()? })
    }
    #[inline]
    fn made(&self, drawn: bool) -> Result<T, Error> {
        unsafe { next_of(self.any.core.as_ptr(), self.like, drawn) }
    }
    /// The next id, greater than all before it in formats with an order.
    #[allow(clippy::should_implement_trait)]
    #[inline]
    pub fn next(&mut self) -> Result<T, Error> {
        self.made(false)
    }
    /// The next id with the timestamp of that Unix millisecond, in the order of the others.
    pub fn next_at(&mut self, unix_ms: i64) -> Result<T, Error> {
        self.any.next_at(unix_ms).and_then(T::try_from)
    }
    /// An id that is drawn, in no order within its millisecond.
    #[inline]
    pub fn random(&mut self) -> Result<T, Error> {
        self.made(true)
    }
    /// The same with the timestamp of a Unix millisecond.
    pub fn random_at(&mut self, unix_ms: i64) -> Result<T, Error> {
        self.any.random_at(unix_ms).and_then(T::try_from)
    }
    /// Fills the rows with the next ids; TypeIDs' are without their prefix. An error says how many are valid.
    pub fn fill(&mut self, rows: &mut [T::Row]) -> Result<(), (usize, Error)> {
        self.any.fill(rows, sortid_generator_fill)
    }
    /// The same with ids that are drawn, in no order.
    pub fn fill_random(&mut self, rows: &mut [T::Row]) -> Result<(), (usize, Error)> {
        self.any.fill(rows, sortid_generator_fill_random)
    }
    /// Milliseconds by which the last id is ahead of the clock.
    pub fn ahead(&mut self) -> i64 {
        self.any.ahead()
    }
}

/// Makes ids in one order for all threads of the process, without a lock.
pub struct ProcessGenerator<T: Id>(Generator<T>);

// The core's order of a process is for all threads.
unsafe impl<T: Id> Sync for ProcessGenerator<T> {}

impl<T: Id> ProcessGenerator<T> {
    /// Makes one with the format's own settings.
    pub fn new() -> Result<ProcessGenerator<T>, Error> {
        ProcessGenerator::with(&GeneratorOptions::default())
    }
    /// Makes one.
    pub fn with(options: &GeneratorOptions<'_>) -> Result<ProcessGenerator<T>, Error> {
        let any = AnyGenerator::make(T::FORMAT, options, SORTID_SCOPE_PROCESS, null(), None)?;
        Generator::of(any, options).map(ProcessGenerator)
    }
    /// The next id, greater than all that any thread was given before.
    #[inline]
    pub fn next(&self) -> Result<T, Error> {
        self.0.made(false)
    }
    /// Fills the rows with the next ids. An error says how many are valid.
    pub fn fill(&self, rows: &mut [T::Row]) -> Result<(), (usize, Error)> {
        self.0.any.fill(rows, sortid_generator_fill)
    }
}
