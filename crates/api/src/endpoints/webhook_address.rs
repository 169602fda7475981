//! The addresses of webhooks of chats, as people copy them.

use url::Url;

/// Hosts under which Discord answers: itself, its test versions, and its former name.
const DISCORD_HOSTS: [&str; 6] = [
    "discord.com",
    "canary.discord.com",
    "ptb.discord.com",
    "discordapp.com",
    "canary.discordapp.com",
    "ptb.discordapp.com",
];

/// Returns the one address of a webhook at Discord, with the thread that messages go to. Addresses on other
/// hosts, such as a proxy's, stay as they are.
///
/// # Errors
/// Returns the text for a person, if the address leads to something else at Discord.
pub fn of_discord(url: Url) -> Result<Url, &'static str> {
    if !url.host_str().is_some_and(|host| DISCORD_HOSTS.contains(&host)) {
        return Ok(url);
    }
    let parts: Vec<&str> =
        url.path_segments().into_iter().flatten().filter(|p| !p.is_empty()).collect();
    // The last part asks for the form of another service.
    let (id, token) = match parts.as_slice() {
        ["api", "webhooks", id, token] | ["api", "webhooks", id, token, "slack" | "github"] => {
            (*id, *token)
        }
        ["api", version, "webhooks", id, token]
        | ["api", version, "webhooks", id, token, "slack" | "github"]
            if version.starts_with('v') =>
        {
            (*id, *token)
        }
        _ => {
            return Err(
                "This is not the address of a webhook. Create one in the channel's settings in \
                        Discord, under Integrations, and copy its address",
            );
        }
    };
    let thread =
        url.query_pairs().find(|(name, _)| name == "thread_id").map(|(_, id)| id.into_owned());
    let thread = thread.filter(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()));
    let mut webhook = url.clone();
    webhook.set_path(&format!("/api/webhooks/{id}/{token}"));
    webhook.set_query(thread.map(|id| format!("thread_id={id}")).as_deref());
    webhook.set_host(Some(DISCORD_HOSTS[0])).map_err(|_| "This address has no host")?;
    Ok(webhook)
}

/// Refuses addresses of Slack's pages, and those that start a workflow, which ignores messages and answers as if
/// it had taken them.
///
/// # Errors
/// Returns the text for a person.
pub fn of_slack(url: Url) -> Result<Url, &'static str> {
    let host = url.host_str().unwrap_or_default();
    let is_page = host == "slack.com" || host.ends_with(".slack.com") && host != "hooks.slack.com";
    let first = url.path_segments().and_then(|mut parts| parts.next()).unwrap_or_default();
    if host == "hooks.slack.com" && matches!(first, "triggers" | "workflows") {
        return Err(
            "This address starts a workflow and posts no messages. Create an incoming webhook for the \
                    channel in Slack, and copy its address",
        );
    }
    if is_page {
        return Err(
            "This is a page of Slack. Create an incoming webhook for the channel in Slack, and copy \
                    its address, which begins with https://hooks.slack.com/",
        );
    }
    Ok(url)
}
