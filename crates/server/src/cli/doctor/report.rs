/// The results, printed as they are found.
#[derive(Debug, Default)]
pub struct Report {
    failures: u64,
    warnings: u64,
}

impl Report {
    pub(super) fn ok(&mut self, what: &str, text: impl AsRef<str>) {
        print("ok", what, text.as_ref());
    }

    /// Reports something that could not be checked, which is not a fault.
    pub(super) fn skipped(&mut self, what: &str, text: impl AsRef<str>) {
        print("skipped", what, text.as_ref());
    }

    pub(super) fn warning(&mut self, what: &str, text: impl AsRef<str>) {
        self.warnings += 1;
        print("warning", what, text.as_ref());
    }

    pub(super) fn failed(&mut self, what: &str, text: impl AsRef<str>) {
        self.failures += 1;
        print("failed", what, text.as_ref());
    }

    /// Returns how many checks failed.
    pub fn failures(&self) -> u64 {
        self.failures
    }

    /// Returns how many warnings there were.
    pub fn warnings(&self) -> u64 {
        self.warnings
    }
}

/// Prints one line, however many lines an error has.
fn print(level: &str, what: &str, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    println!("{level:<8} {what:<14} {}", words.join(" "));
}
