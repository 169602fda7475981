//! `harken openapi`, `harken plans` and `harken sites`: print what the web app is built with.

/// Prints the OpenAPI document.
///
/// # Errors
/// It is not JSON.
pub(super) fn openapi() -> anyhow::Result<()> {
    println!("{}", api::routes::openapi().to_pretty_json()?);
    Ok(())
}

/// Prints the plans.
///
/// # Errors
/// They are not JSON.
pub(super) fn plans() -> anyhow::Result<()> {
    let plans = serde_json::to_string_pretty(&platform::plans::catalogue())?;
    println!("{plans}");
    Ok(())
}

/// Prints the sites other than Reddit.
///
/// # Errors
/// They are not JSON.
pub(super) fn sites() -> anyhow::Result<()> {
    let sites = serde_json::to_string_pretty(&foundation::wording::labels::sites())?;
    println!("{sites}");
    Ok(())
}
