//! Prints which functions of a crate take the compiler longest, from a profile that it wrote with
//! `-Zself-profile -Zself-profile-events=default,args`. Called by `just bench build slow CRATE`.

mod profile;

use std::error::Error;

use profile::{Profile, STEPS};

/// The number of functions that are printed unless a second argument sets it.
const DEFAULT_ROWS: usize = 20;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("usage: slow-functions FILE.mm_profdata [ROWS]")?;
    let rows = args.next().map_or(Ok(DEFAULT_ROWS), |rows| rows.parse())?;
    let Profile { functions, instances } = Profile::read(path.as_ref())?;

    let mut slowest: Vec<_> = functions.iter().collect();
    slowest.sort_by(|a, b| b.1.iter().sum::<f64>().total_cmp(&a.1.iter().sum()));
    print!("{:>9}", "seconds");
    STEPS.iter().for_each(|(step, _)| print!("{step:>9}"));
    println!("  function");
    let all = STEPS.map(|_| 0.0);
    let all = slowest
        .iter()
        .fold(all, |sums, (_, seconds)| std::array::from_fn(|step| sums[step] + seconds[step]));
    print_row(&all, &format!("all {}", slowest.len()));
    for (name, seconds) in slowest.iter().take(rows) {
        print_row(seconds, name);
    }

    // Present only in the profile of a build, not of a check.
    let mut most_generated: Vec<_> = instances.iter().collect();
    most_generated.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    if !most_generated.is_empty() {
        println!("\n{:>9}  generated function", "instances");
    }
    for (name, count) in most_generated.iter().take(rows) {
        println!("{count:>9}  {name}");
    }
    Ok(())
}

fn print_row(seconds: &[f64; STEPS.len()], name: &str) {
    print!("{:9.3}", seconds.iter().sum::<f64>());
    seconds.iter().for_each(|step| print!("{step:9.3}"));
    println!("  {name}");
}
