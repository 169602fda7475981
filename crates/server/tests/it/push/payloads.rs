//! Encrypted messages are readable by others: an independent implementation decrypts them.

use std::process::Stdio;

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::encoding::{AsBigEndian, EcPrivateKeyBin};
use aws_lc_rs::rand;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use deliver::delivery::push::encrypt::{BrowserKeys, MAX_PLAINTEXT, encrypt};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

/// A browser, a message for it, and the message's plain text.
struct Case {
    scalar: Vec<u8>,
    auth: [u8; 16],
    text: Vec<u8>,
    message: Vec<u8>,
}

impl Case {
    fn new(
        browser: &PrivateKey,
        auth: [u8; 16],
        sender: &PrivateKey,
        salt: [u8; 16],
        text: Vec<u8>,
    ) -> Self {
        let public = browser.compute_public_key().unwrap();
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let keys = BrowserKeys::parse(&encode(public.as_ref()), &encode(&auth)).unwrap();
        let scalar: EcPrivateKeyBin = browser.as_be_bytes().unwrap();
        Self {
            message: encrypt(&text, &keys, sender, salt).unwrap(),
            scalar: scalar.as_ref().to_vec(),
            auth,
            text,
        }
    }

    fn fixed(n: u8, text: Vec<u8>) -> Self {
        let key = |byte| PrivateKey::from_private_key(&ECDH_P256, &[byte; 32]).unwrap();
        Self::new(&key(n), [n + 1; 16], &key(n + 2), [n + 3; 16], text)
    }

    fn random(text: Vec<u8>) -> Self {
        let key = || PrivateKey::generate(&ECDH_P256).unwrap();
        let bytes = || {
            let mut bytes = [0; 16];
            rand::fill(&mut bytes).unwrap();
            bytes
        };
        Self::new(&key(), bytes(), &key(), bytes(), text)
    }

    fn json(&self) -> Value {
        json!({
            "message": URL_SAFE_NO_PAD.encode(&self.message),
            "scalar": URL_SAFE_NO_PAD.encode(&self.scalar),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
        })
    }
}

/// Returns what Node reads in these messages.
async fn decrypted(cases: &[Case]) -> Vec<Vec<u8>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/push/decrypt.mjs");
    let node = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut node = node.expect("node is installed: the web needs it");
    let input: Value = cases.iter().map(Case::json).collect();
    let mut stdin = node.stdin.take().unwrap();
    stdin.write_all(input.to_string().as_bytes()).await.unwrap();
    drop(stdin);
    let output = node.wait_with_output().await.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "after `npm --prefix web ci`? {said}");
    let texts: Vec<String> = serde_json::from_slice(&output.stdout).unwrap();
    let decode = |text: String| URL_SAFE_NO_PAD.decode(text).unwrap();
    texts.into_iter().map(decode).collect()
}

#[tokio::test]
async fn an_independent_implementation_decrypts_our_messages() {
    let text = "{\"title\":\"Grüße 👋\",\"body\":\"\u{0}\u{2}\"}".as_bytes();
    let lengths = [0, 1, 15, 16, 17, 1_000, MAX_PLAINTEXT - 1, MAX_PLAINTEXT];
    let of_length = |n: usize| text.iter().copied().cycle().take(n).collect::<Vec<u8>>();
    let fixed = (1..=8).zip(lengths);
    let mut cases: Vec<Case> = fixed.map(|(n, length)| Case::fixed(n, of_length(length))).collect();
    cases.extend((0..200).map(|n| Case::random(of_length(n * 19))));
    let texts = decrypted(&cases).await;
    assert_eq!(texts.len(), cases.len());
    for (read, case) in texts.iter().zip(&cases) {
        assert!(*read == case.text, "{} bytes", case.text.len());
    }
}
