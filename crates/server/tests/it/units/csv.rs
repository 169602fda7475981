//! The cells of exported tables.

use api::notifications::csv::write_cell;

fn cell(text: &str) -> String {
    let mut written = String::new();
    write_cell(text, &mut written);
    written
}

#[test]
fn a_cell_holds_any_text() {
    assert_eq!(cell(""), r#""""#);
    assert_eq!(cell("tea, \"green\"\nor black"), "\"tea, \"\"green\"\"\nor black\"");
    assert_eq!(cell("a=b - c"), "\"a=b - c\"");
}

#[test]
fn what_a_spreadsheet_would_run_is_a_text() {
    for formula in [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "  =1",
        "\u{a0}=1",
        "\u{feff}=1",
        "＝1",
        "＠x",
        "\tx",
    ] {
        assert_eq!(cell(formula), format!("\"'{formula}\""), "{formula:?}");
    }
    let link = r#"=HYPERLINK("https://evil.example","open")"#;
    assert!(cell(link).starts_with("\"'=HYPERLINK(\"\""));
}
