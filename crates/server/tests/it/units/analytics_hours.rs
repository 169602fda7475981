//! The counts of a day's hours as they are stored.

use api::analytics::hours::counts;

#[test]
fn an_array_is_read_as_postgres_writes_it() {
    let mut expected = [0; 24];
    (expected[1], expected[23]) = (12, 3);
    let zeros = vec!["0"; 21].join(",");
    assert_eq!(counts(&format!("{{0,12,{zeros},3}}")).unwrap(), expected);
    let short = format!("{{{zeros}}}");
    let long = format!("{{0,0,0,0,{zeros}}}");
    let negative = format!("{{0,0,-1,{zeros}}}");
    for wrong in ["", "{}", "{1}", &short, &long, &negative] {
        assert!(counts(wrong).is_err(), "{wrong}");
    }
}
