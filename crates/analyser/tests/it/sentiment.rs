//! Compares sentiment with the package that it must agree with, over real and generated texts.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use analyser::polarity::{Label, compound};
use serde::Deserialize;

const TEXTS: usize = 1_000;
const MIN_AGREEMENT: f64 = 0.97;

#[derive(Deserialize)]
struct Line {
    title: String,
    body: String,
}

/// Returns texts from all over the file, if there is one.
fn texts() -> Option<Vec<String>> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/reddit/items.ndjson");
    let path =
        std::env::var_os("HARKEN_ITEMS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let file = std::fs::read_to_string(path).ok()?;
    let all: Vec<String> = file
        .lines()
        .map(|line| serde_json::from_str::<Line>(line).unwrap())
        .map(|line| format!("{}\n{}", line.title, line.body).trim().to_owned())
        .filter(|text| !text.is_empty())
        .collect();
    let step = (all.len() / TEXTS).max(1);
    Some(all.into_iter().step_by(step).take(TEXTS).collect())
}

/// Returns sentences that combine the rules of the method: boosters, negations, `but`, capitals,
/// punctuation, idioms and emoji around words with a sentiment. They are the same each time.
fn made_up() -> Vec<String> {
    const PARTS: [&[&str]; 6] = [
        &[
            "This kettle is",
            "The new version isn't",
            "Nobody said it was",
            "WOW, it is",
            "At least it is",
            "I never thought it was",
        ],
        &["", "very", "kind of", "EXTREMELY", "not", "so", "barely", "without doubt", "hardly"],
        &[
            "good",
            "GREAT",
            "terrible",
            "broken",
            "slow",
            "useful",
            "the bomb",
            "a disaster",
            "okay",
            "expensive",
            "a mess",
        ],
        &["", ", but", "; however", ", and", " - though"],
        &[
            "I love the handle",
            "it hurts my hand",
            "support was HELPFUL",
            "they lied to me",
            "it stands there",
            "no problem at all",
        ],
        &[".", "!", "!!!", "??", " :)", " :(", " \u{1f602}", " \u{1f621}", "..."],
    ];
    // A prime far from the lists' lengths, so that each part meets every other.
    (0..TEXTS)
        .map(|n| {
            let mut rest = n.wrapping_mul(7_919);
            let mut text = String::new();
            for part in PARTS {
                let chosen = part[rest % part.len()];
                rest /= part.len();
                if !chosen.is_empty()
                    && !chosen.starts_with([',', ';', '.', '!', '?', ' '])
                    && !text.is_empty()
                {
                    text.push(' ');
                }
                text.push_str(chosen);
            }
            text
        })
        .collect()
}

/// Returns a Python that has vaderSentiment: `VADER_PYTHON`, or the one that
/// `scripts/install/vader` installed.
fn python() -> Option<PathBuf> {
    let installed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.tools/vader/bin/python");
    let path =
        std::env::var_os("VADER_PYTHON").map_or_else(|| PathBuf::from(installed), PathBuf::from);
    path.exists().then_some(path)
}

fn reference(python: &Path, texts: &[String]) -> Vec<f64> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vader/scores.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The script reads all its input before it writes; dropping the handle ends the input.
    let mut input = child.stdin.take().unwrap();
    input.write_all(&serde_json::to_vec(texts).unwrap()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    serde_json::from_slice(&output.stdout).unwrap()
}

fn assert_agreement(texts: &[String]) {
    let Some(python) = python() else {
        eprintln!("skipped: no vaderSentiment (run scripts/install/vader)");
        return;
    };
    let expected = reference(&python, texts);
    assert_eq!(expected.len(), texts.len());
    let agree = |(text, score): &(&String, &f64)| Label::of(compound(text)) == Label::of(**score);
    let agreeing = texts.iter().zip(&expected).filter(agree).count();
    eprintln!("{agreeing} of {} texts have the same label", texts.len());
    assert!(agreeing as f64 >= MIN_AGREEMENT * texts.len() as f64);
}

#[test]
fn sentiment_agrees_with_the_reference_on_real_texts() {
    match texts() {
        Some(texts) => assert_agreement(&texts),
        None => eprintln!("skipped: no items (set HARKEN_ITEMS)"),
    }
}

#[test]
fn sentiment_agrees_with_the_reference_on_made_up_texts() {
    assert_agreement(&made_up());
}

#[test]
fn sentiment_of_known_sentences_is_that_of_the_reference() {
    // Computed by vaderSentiment 3.3.2.
    for (text, expected) in [
        ("", 0.0),
        ("The kettle stands on the table.", 0.0),
        ("VADER is smart, handsome, and funny.", 0.8316),
        ("I love this kettle", 0.6369),
        ("I hate this kettle", -0.5719),
    ] {
        assert_eq!(compound(text), expected, "{text}");
    }
}
