//! Encrypts a message for one browser: RFC 8291, on top of RFC 8188's `aes128gcm`. Pure: keys and
//! salt are passed in, because a sender's key and a salt must never serve two messages.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, ParsedPublicKey, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Salt};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The largest message that every push service accepts (RFC 8030, section 7.2).
pub const MAX_MESSAGE: usize = 4096;

/// Bytes of an uncompressed P-256 point.
const POINT: usize = 65;
/// The bytes of the header: salt, record size, length of the key id, and the key id, which is the
/// sender's public key.
const HEADER: usize = 16 + 4 + 1 + POINT;
/// The record size. One record holds the whole message, so it only has to be large enough (RFC
/// 8291, section 4).
const RECORD_SIZE: u32 = 4096;
/// The byte that ends the text of the last record (RFC 8188, section 2).
const LAST_RECORD: u8 = 2;
/// The bytes that AES-GCM adds.
const TAG: usize = 16;

/// The bytes of text that a message can hold: 3,993.
pub const MAX_PLAINTEXT: usize = MAX_MESSAGE - HEADER - TAG - 1;

/// The keys in a browser's subscription.
#[derive(Clone)]
pub struct BrowserKeys {
    public: [u8; POINT],
    auth: [u8; 16],
}

impl BrowserKeys {
    /// Parses the `keys` of a subscription, base64url with or without padding. Returns `None` if
    /// `p256dh` is not a point on the curve or `auth` does not have 16 bytes.
    pub fn parse(p256dh: &str, auth: &str) -> Option<Self> {
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let public: [u8; POINT] = decode(p256dh)?.try_into().ok()?;
        let point = UnparsedPublicKey::new(&ECDH_P256, &public);
        ParsedPublicKey::try_from(point).ok()?;
        Some(Self { public, auth: decode(auth)?.try_into().ok()? })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EncryptError {
    #[error("the text is longer than {MAX_PLAINTEXT} bytes")]
    TooLong,
    #[error("the browser's key cannot be used")]
    BadKey,
    #[error("the message could not be encrypted")]
    Failed,
}

impl From<aws_lc_rs::error::Unspecified> for EncryptError {
    fn from(_: aws_lc_rs::error::Unspecified) -> Self {
        Self::Failed
    }
}

/// Encrypts `text` into the body of a push message. `sender` and `salt` serve this message only.
///
/// # Errors
/// The text does not fit into one message, or the browser's key is invalid.
pub fn encrypt(
    text: &[u8],
    browser: &BrowserKeys,
    sender: &PrivateKey,
    salt: [u8; 16],
) -> Result<Vec<u8>, EncryptError> {
    if text.len() > MAX_PLAINTEXT {
        return Err(EncryptError::TooLong);
    }
    let sender_public = sender.compute_public_key()?;
    let sender_public = sender_public.as_ref();
    let peer = UnparsedPublicKey::new(&ECDH_P256, &browser.public);
    let input: [u8; 32] = agree(sender, peer, EncryptError::BadKey, |shared| {
        let info = [b"WebPush: info\0", &browser.public[..], sender_public].concat();
        derive(&browser.auth, shared, &info)
    })?;
    let key: [u8; 16] = derive(&salt, &input, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; 12] = derive(&salt, &input, b"Content-Encoding: nonce\0")?;

    let mut record = Vec::with_capacity(text.len() + 1 + TAG);
    record.extend_from_slice(text);
    record.push(LAST_RECORD);
    // The key serves this message only, and so does its single nonce.
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    let nonce = Nonce::assume_unique_for_key(nonce);
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;

    let mut message = Vec::with_capacity(HEADER + record.len());
    message.extend_from_slice(&salt);
    message.extend_from_slice(&RECORD_SIZE.to_be_bytes());
    message.push(u8::try_from(POINT).unwrap_or_default());
    message.extend_from_slice(sender_public);
    message.append(&mut record);
    Ok(message)
}

/// The length of HKDF's output.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Derives a key by HKDF with SHA-256 (RFC 5869).
fn derive<const N: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> Result<[u8; N], EncryptError> {
    let mut derived = [0; N];
    Salt::new(HKDF_SHA256, salt).extract(input).expand(&[info], Length(N))?.fill(&mut derived)?;
    Ok(derived)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 8291, appendix A.
    const TEXT: &[u8] = b"When I grow up, I want to be a watermelon";
    const SENDER: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
    const P256DH: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZ\
                          GH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
    const MESSAGE: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZII\
                           gDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztL\
                           VBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn bytes(base64url: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(base64url).unwrap()
    }

    fn encrypted(text: &[u8]) -> Result<Vec<u8>, EncryptError> {
        let sender = PrivateKey::from_private_key(&ECDH_P256, &bytes(SENDER)).unwrap();
        let browser = BrowserKeys::parse(P256DH, AUTH).unwrap();
        encrypt(text, &browser, &sender, bytes(SALT).try_into().unwrap())
    }

    #[test]
    fn the_example_of_rfc_8291_comes_out_byte_for_byte() {
        assert_eq!(URL_SAFE_NO_PAD.encode(encrypted(TEXT).unwrap()), MESSAGE);
    }

    #[test]
    fn the_longest_text_makes_the_largest_message_and_a_longer_one_is_refused() {
        assert_eq!(MAX_PLAINTEXT, 3_993);
        assert_eq!(encrypted(&[b'x'; 3_993]).unwrap().len(), MAX_MESSAGE);
        assert_eq!(encrypted(&[b'x'; 3_994]), Err(EncryptError::TooLong));
    }

    #[test]
    fn keys_that_no_browser_has_are_no_keys() {
        assert!(BrowserKeys::parse(P256DH, &format!("{AUTH}==")).is_some());
        let mut off_the_curve = bytes(P256DH);
        off_the_curve[64] ^= 1;
        let mut compressed = bytes(P256DH);
        compressed[0] = 2;
        for p256dh in [
            &URL_SAFE_NO_PAD.encode(off_the_curve),
            &URL_SAFE_NO_PAD.encode(compressed),
            &P256DH[..80],
            "",
            "!",
        ] {
            assert!(BrowserKeys::parse(p256dh, AUTH).is_none(), "{p256dh}");
        }
        for auth in ["", "x", &AUTH[..20], "BTBZMqHH6r4Tts7J_aSIggAA"] {
            assert!(BrowserKeys::parse(P256DH, auth).is_none(), "{auth}");
        }
    }
}
