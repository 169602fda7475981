//! Bodies as servers send them that always compress.

use std::io::{Read, repeat};

use axum::http::HeaderValue;
use flate2::Compression as Level;
use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};

use crate::feed::faults::Compression;

const BOMB_BYTES: u64 = 20_000_000;
/// "tea" as these programs compress it.
const BROTLI: [u8; 7] = [0x0b, 0x01, 0x80, 0x74, 0x65, 0x61, 0x03];
const ZSTD: [u8; 12] = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x03, 0x19, 0x00, 0x00, 0x74, 0x65, 0x61];

pub(crate) fn compress(how: Compression, body: &[u8]) -> Vec<u8> {
    let gzip = |body: &[u8]| read(GzEncoder::new(body, Level::fast()));
    match how {
        Compression::Gzip | Compression::Unlabelled => gzip(body),
        Compression::GzipTwice => gzip(&gzip(body)),
        Compression::Deflate => read(ZlibEncoder::new(body, Level::fast())),
        Compression::RawDeflate => read(DeflateEncoder::new(body, Level::fast())),
        Compression::NotCompressed => body.to_vec(),
        Compression::Brotli => BROTLI.to_vec(),
        Compression::Zstd => ZSTD.to_vec(),
        Compression::Bomb => read(GzEncoder::new(repeat(b' ').take(BOMB_BYTES), Level::fast())),
    }
}

/// Returns the `Content-Encoding` that the server sends.
pub(crate) fn label(how: Compression) -> Option<HeaderValue> {
    let name = match how {
        Compression::Gzip | Compression::NotCompressed | Compression::Bomb => "gzip",
        Compression::GzipTwice => "gzip, gzip",
        Compression::Unlabelled => return None,
        Compression::Deflate | Compression::RawDeflate => "deflate",
        Compression::Brotli => "br",
        Compression::Zstd => "zstd",
    };
    Some(HeaderValue::from_static(name))
}

fn read(mut encoder: impl Read) -> Vec<u8> {
    let mut out = Vec::new();
    encoder.read_to_end(&mut out).expect("what is compressed is in memory");
    out
}
