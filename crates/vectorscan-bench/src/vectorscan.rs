//! The part of vectorscan's C interface that finds literals in whole texts (its `hs_compile.h` and
//! `hs_runtime.h`).

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_ulonglong, c_void};
use std::ptr;

/// `HS_SUCCESS`.
const SUCCESS: c_int = 0;
/// `HS_MODE_BLOCK`: a text is scanned as a whole.
const BLOCK: c_uint = 1;

/// A compiled set of literals, `hs_database_t`.
#[repr(C)]
struct Database {
    _opaque: [u8; 0],
}

/// The working memory of a scan, `hs_scratch_t`.
#[repr(C)]
struct Scratch {
    _opaque: [u8; 0],
}

/// `hs_compile_error_t`.
#[repr(C)]
struct CompileError {
    message: *const c_char,
    expression: c_int,
}

/// `match_event_handler`: number of the literal, start (0 unless requested), end, flags (none yet),
/// context. A return value other than 0 ends the scan.
type OnMatch =
    extern "C" fn(c_uint, c_ulonglong, c_ulonglong, c_uint, context: *mut c_void) -> c_int;

#[link(name = "hs")]
unsafe extern "C" {
    safe fn hs_version() -> *const c_char;
    fn hs_compile_lit_multi(
        expressions: *const *const c_char,
        flags: *const c_uint,
        ids: *const c_uint,
        lens: *const usize,
        elements: c_uint,
        mode: c_uint,
        platform: *const c_void,
        db: *mut *mut Database,
        error: *mut *mut CompileError,
    ) -> c_int;
    fn hs_database_size(db: *const Database, size: *mut usize) -> c_int;
    fn hs_free_database(db: *mut Database) -> c_int;
    fn hs_alloc_scratch(db: *const Database, scratch: *mut *mut Scratch) -> c_int;
    fn hs_free_scratch(scratch: *mut Scratch) -> c_int;
    fn hs_scan(
        db: *const Database,
        data: *const c_char,
        length: c_uint,
        flags: c_uint,
        scratch: *mut Scratch,
        on_match: OnMatch,
        context: *mut c_void,
    ) -> c_int;
}

/// Returns the version of the linked library.
pub(crate) fn version() -> String {
    // SAFETY: hs_version gives a string that is never freed and ends with 0.
    let version = unsafe { CStr::from_ptr(hs_version()) };
    version.to_string_lossy().trim().to_owned()
}

/// Finds all occurrences of literals, including overlapping ones.
pub(crate) struct Vectorscan {
    database: *mut Database,
    scratch: *mut Scratch,
}

impl Vectorscan {
    /// Compiles the keywords.
    ///
    /// # Panics
    /// If vectorscan rejects the keywords, with its message.
    pub(crate) fn compile(keywords: &[String]) -> Self {
        let texts: Vec<CString> = keywords
            .iter()
            .map(|keyword| CString::new(keyword.as_str()).expect("no keyword holds a 0"))
            .collect();
        let expressions: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
        let lengths: Vec<usize> = keywords.iter().map(String::len).collect();
        let numbers: Vec<c_uint> = (0..).take(keywords.len()).collect();
        let (mut database, mut error) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the three arrays have as many elements as it is passed, every text ends with 0
        // and has the length given, and no flags (for every literal none) and no platform (this
        // one) may be null. All outlive the call, which keeps nothing of them.
        let compiled = unsafe {
            hs_compile_lit_multi(
                expressions.as_ptr(),
                ptr::null(),
                numbers.as_ptr(),
                lengths.as_ptr(),
                keywords.len().try_into().expect("fewer than 2^32 keywords"),
                BLOCK,
                ptr::null(),
                &raw mut database,
                &raw mut error,
            )
        };
        if compiled != SUCCESS {
            // SAFETY: on failure the error is set, with a message that ends with 0.
            let message = unsafe { CStr::from_ptr((*error).message) };
            panic!("vectorscan: {}", message.to_string_lossy());
        }
        let mut scratch = ptr::null_mut();
        // SAFETY: the database was compiled above, and a null scratch asks for a new one.
        let allocated = unsafe { hs_alloc_scratch(database, &raw mut scratch) };
        assert_eq!(allocated, SUCCESS, "vectorscan has no memory to scan with");
        Vectorscan { database, scratch }
    }

    /// Returns the size of the compiled set in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let mut size = 0;
        // SAFETY: the database lives as long as `self`.
        let asked = unsafe { hs_database_size(self.database, &raw mut size) };
        assert_eq!(asked, SUCCESS, "the set is a whole one");
        size
    }

    /// Counts occurrences of the literals in the texts. Each is reported by a call, as vectorscan
    /// does.
    pub(crate) fn scan(&mut self, texts: &[String]) -> usize {
        let mut found = 0_usize;
        for text in texts {
            let length = text.len().try_into().expect("an item is short");
            // SAFETY: database and scratch belong together and live as long as `self`, of which no
            // one else makes use meanwhile; the text is as long as it says; the context is the
            // count that `count` expects, and outlives the call.
            let scanned = unsafe {
                hs_scan(
                    self.database,
                    text.as_ptr().cast(),
                    length,
                    0,
                    self.scratch,
                    count,
                    (&raw mut found).cast(),
                )
            };
            assert_eq!(scanned, SUCCESS, "a scan ends with the text");
        }
        found
    }
}

impl Drop for Vectorscan {
    fn drop(&mut self) {
        // SAFETY: both were made by `compile`, and nobody has them after this.
        unsafe {
            hs_free_scratch(self.scratch);
            hs_free_database(self.database);
        }
    }
}

extern "C" fn count(
    _number: c_uint,
    _from: c_ulonglong,
    _to: c_ulonglong,
    _flags: c_uint,
    context: *mut c_void,
) -> c_int {
    // SAFETY: the context is the count of the `scan` that is running, which waits for this call.
    unsafe { *context.cast::<usize>() += 1 };
    0
}
