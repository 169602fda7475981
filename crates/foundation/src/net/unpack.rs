//! Unpacks the bodies of answers that servers compress, whether they were asked to or not.

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use reqwest::header::{CONTENT_ENCODING, HeaderMap};

/// The most layers of compression, such as those of a server and of a program behind it.
const MAX_LAYERS: usize = 3;
const GZIP: [u8; 3] = [0x1f, 0x8b, 8];

/// The body of an answer as it was before the server compressed it.
#[derive(Debug, PartialEq, Eq)]
pub struct Unpacked {
    pub body: Vec<u8>,
    /// Whether there is more than was allowed.
    pub is_cut: bool,
}

/// Unpacks a body to at most `most` bytes. gzip is recognized by its first bytes, since servers leave out its
/// header or send it with what is not compressed; deflate has none that differ from text, and is tried if
/// a header names it. What cannot be unpacked stays as it is, and of what breaks off the beginning is returned.
pub fn unpack(mut body: Vec<u8>, headers: &HeaderMap, most: usize) -> Unpacked {
    let mut has_deflate = headers.get_all(CONTENT_ENCODING).iter().any(|value| {
        value.to_str().is_ok_and(|names| names.to_ascii_lowercase().contains("deflate"))
    });
    for _ in 0..MAX_LAYERS {
        let read = if body.starts_with(&GZIP) {
            read_from(MultiGzDecoder::new(&*body), most)
        } else if has_deflate {
            has_deflate = false;
            // Some servers send it without the header of zlib (RFC 9110, section 8.4.1.2).
            let zlib = read_from(ZlibDecoder::new(&*body), most);
            zlib.or_else(|| read_from(DeflateDecoder::new(&*body), most))
        } else {
            None
        };
        match read {
            Some(unpacked) if unpacked.is_cut => return unpacked,
            Some(unpacked) => body = unpacked.body,
            None => break,
        }
    }
    let is_cut = body.len() > most;
    body.truncate(most);
    Unpacked { body, is_cut }
}

/// Reads what a decoder gives; `None` if that is nothing.
fn read_from(decoder: impl Read, most: usize) -> Option<Unpacked> {
    let mut body = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    // What came before the error is the beginning of the body.
    let whole = decoder.take(limit).read_to_end(&mut body);
    let is_cut = body.len() > most;
    body.truncate(most);
    (whole.is_ok() || !body.is_empty()).then_some(Unpacked { body, is_cut })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    const TEXT: &[u8] = b"<rss><channel><title>Lighthouse</title></channel></rss>";

    fn gzip(body: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(body).unwrap();
        encoder.finish().unwrap()
    }

    fn zlib(body: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(body).unwrap();
        encoder.finish().unwrap()
    }

    fn raw(body: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(body).unwrap();
        encoder.finish().unwrap()
    }

    fn unpacked(body: Vec<u8>, encoding: &str, most: usize) -> Unpacked {
        let mut headers = HeaderMap::new();
        if !encoding.is_empty() {
            headers.insert(CONTENT_ENCODING, encoding.parse().unwrap());
        }
        unpack(body, &headers, most)
    }

    #[test]
    fn a_body_is_unpacked_whatever_its_header_says() {
        let two = [gzip(&TEXT[..20]), gzip(&TEXT[20..])].concat();
        let cases = [
            (gzip(TEXT), "gzip"),
            (gzip(TEXT), "x-gzip"),
            (gzip(TEXT), "GZIP"),
            (gzip(TEXT), ""),
            (gzip(TEXT), "identity"),
            (gzip(TEXT), "br"),
            (gzip(&gzip(TEXT)), "gzip"),
            (gzip(&gzip(TEXT)), "gzip, gzip"),
            (two, "gzip"),
            (zlib(TEXT), "deflate"),
            (raw(TEXT), "deflate"),
            (gzip(&zlib(TEXT)), "deflate, gzip"),
            ([gzip(TEXT), b"\n".to_vec()].concat(), "gzip"),
            (TEXT.to_vec(), "gzip"),
            (TEXT.to_vec(), "deflate"),
            (TEXT.to_vec(), ""),
            (Vec::new(), "gzip"),
        ];
        for (body, encoding) in cases {
            let wanted = if body.is_empty() { Vec::new() } else { TEXT.to_vec() };
            let unpacked = unpacked(body, encoding, 1_000);
            assert_eq!(unpacked, Unpacked { body: wanted, is_cut: false }, "{encoding}");
        }
    }

    #[test]
    fn what_is_unpacked_is_bounded() {
        let zeros = vec![0; 10_000_000];
        for (body, encoding) in [
            (gzip(&zeros), "gzip"),
            (gzip(&gzip(&zeros)), ""),
            (zlib(&zeros), "deflate"),
            (zeros.clone(), ""),
        ] {
            let unpacked = unpacked(body, encoding, 1_000);
            assert_eq!((unpacked.body.len(), unpacked.is_cut), (1_000, true), "{encoding}");
        }
        assert_eq!(unpacked(gzip(TEXT), "gzip", TEXT.len()).body, TEXT);
    }

    #[test]
    fn of_what_breaks_off_the_beginning_is_left() {
        let whole = gzip(&TEXT.repeat(1_000));
        let cut = unpacked(whole[..whole.len() - 10].to_vec(), "gzip", 1_000_000);
        assert!(cut.body.starts_with(TEXT) && !cut.is_cut);
        // Nothing was compressed.
        let none = GZIP.to_vec();
        assert_eq!(unpacked(none.clone(), "gzip", 1_000).body, none);
    }
}
