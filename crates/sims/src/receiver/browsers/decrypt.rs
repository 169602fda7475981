//! Decrypts messages as a browser does (RFC 8291, RFC 8188). Written for the receiving side alone: it
//! shares nothing with the code that it checks.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::hmac::{self, HMAC_SHA256};
use aws_lc_rs::rand;

/// Length of the salt, the record size and the length of the key id.
const FIXED_HEADER: usize = 16 + 4 + 1;
/// Length of an uncompressed point on P-256.
const POINT: usize = 65;
/// Marks the end of the text in the last record.
const LAST_RECORD: u8 = 2;

/// The secrets of a browser: its P-256 key and the authentication secret.
pub struct BrowserKeys {
    private: PrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl BrowserKeys {
    pub fn generate() -> Self {
        let private = PrivateKey::generate(&ECDH_P256).expect("P-256 keys can be made");
        let mut auth = [0; 16];
        rand::fill(&mut auth).expect("the system has a random source");
        Self::of(private, auth)
    }

    /// Creates keys from a P-256 scalar of 32 bytes and the authentication secret. Returns `None` if
    /// the scalar is invalid.
    pub fn given(scalar: &[u8], auth: [u8; 16]) -> Option<Self> {
        let private = PrivateKey::from_private_key(&ECDH_P256, scalar).ok()?;
        Some(Self::of(private, auth))
    }

    fn of(private: PrivateKey, auth: [u8; 16]) -> Self {
        let public = private.compute_public_key().expect("a key has a public half");
        Self { public: public.as_ref().to_vec(), private, auth }
    }

    /// Returns the public key: 65 bytes.
    pub fn public(&self) -> &[u8] {
        &self.public
    }

    pub fn auth(&self) -> &[u8; 16] {
        &self.auth
    }

    /// Decrypts the text of a message.
    pub fn decrypt(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        let (header, rest) = message
            .split_at_checked(FIXED_HEADER)
            .ok_or("the message is shorter than its header")?;
        let (salt, sizes) = header.split_at(16);
        let record_size = sizes[..4].iter().fold(0, |n, b| n << 8 | usize::from(*b));
        if usize::from(sizes[4]) != POINT {
            return Err("the key id is no P-256 point".to_owned());
        }
        let (sender, record) =
            rest.split_at_checked(POINT).ok_or("the message ends in its key id")?;
        // RFC 8291, section 4, allows only one record.
        if record.len() > record_size {
            return Err("the message has more than one record".to_owned());
        }
        let sender_key = UnparsedPublicKey::new(&ECDH_P256, sender);
        let shared = agree(&self.private, sender_key, "the sender's key is none", |secret| {
            Ok(secret.to_vec())
        })?;
        let info = [b"WebPush: info\0", self.public.as_slice(), sender].concat();
        let input = derive(&self.auth, &shared, &info);
        let key = derive(salt, &input, b"Content-Encoding: aes128gcm\0");
        let nonce = derive(salt, &input, b"Content-Encoding: nonce\0");
        let mut text = open(&key[..16], &nonce[..12], record)?;
        while text.last() == Some(&0) {
            text.pop();
        }
        match text.pop() {
            Some(LAST_RECORD) => Ok(text),
            _ => Err("the record is not marked as the last".to_owned()),
        }
    }
}

/// HKDF (RFC 5869) with SHA-256, for at most 32 bytes: one step of it.
fn derive(salt: &[u8], input: &[u8], info: &[u8]) -> Vec<u8> {
    let pseudorandom = hmac::sign(&hmac::Key::new(HMAC_SHA256, salt), input);
    let key = hmac::Key::new(HMAC_SHA256, pseudorandom.as_ref());
    hmac::sign(&key, &[info, &[1]].concat()).as_ref().to_vec()
}

fn open(key: &[u8], nonce: &[u8], record: &[u8]) -> Result<Vec<u8>, String> {
    let failed = |_| "the message does not decrypt".to_owned();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, key).map_err(failed)?);
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(failed)?;
    let mut text = record.to_vec();
    let opened = key.open_in_place(nonce, Aad::empty(), &mut text);
    let length = opened.map_err(failed)?.len();
    text.truncate(length);
    Ok(text)
}
