//! Addresses of webhooks of chats as people copy them.

use api::endpoints::webhook_address::{of_discord, of_slack};
use url::Url;

fn read(of: fn(Url) -> Result<Url, &'static str>, typed: &str) -> Option<String> {
    of(Url::parse(typed).unwrap()).ok().map(String::from)
}

#[test]
fn a_webhook_of_discord_has_one_address() {
    let webhook = "https://discord.com/api/webhooks/1/x-Y_z";
    let in_thread = "https://discord.com/api/webhooks/1/x-Y_z?thread_id=45";
    for (typed, address) in [
        (webhook, webhook),
        ("https://discordapp.com/api/webhooks/1/x-Y_z", webhook),
        ("https://canary.discord.com/api/webhooks/1/x-Y_z/", webhook),
        ("https://ptb.discordapp.com/api/v10/webhooks/1/x-Y_z", webhook),
        ("https://discord.com/api/webhooks/1/x-Y_z/slack", webhook),
        ("https://discord.com/api/webhooks/1/x-Y_z/github?wait=true", webhook),
        ("https://discord.com/api/webhooks/1/x-Y_z?wait=true&thread_id=45", in_thread),
        ("https://discord.com/api/v9/webhooks/1/x-Y_z?thread_id=45", in_thread),
        ("https://discord.com/api/webhooks/1/x-Y_z?thread_id=x", webhook),
        (
            "https://proxy.example/api/webhooks/1/x?a=b",
            "https://proxy.example/api/webhooks/1/x?a=b",
        ),
    ] {
        assert_eq!(read(of_discord, typed).as_deref(), Some(address), "{typed}");
    }
    for typed in [
        "https://discord.com/channels/1/2",
        "https://discord.com/api/webhooks/1",
        "https://discord.com/api/x/webhooks/1/x",
        "https://discord.com/",
    ] {
        assert_eq!(read(of_discord, typed), None, "{typed}");
    }
}

#[test]
fn a_page_or_workflow_of_slack_is_no_webhook() {
    for typed in [
        "https://hooks.slack.com/services/T0/B0/x",
        "https://hooks.slack-gov.com/services/T0/B0/x",
        "https://mattermost.example/hooks/x",
    ] {
        assert_eq!(read(of_slack, typed).as_deref(), Some(typed));
    }
    for typed in [
        "https://app.slack.com/client/T0/C0",
        "https://team.slack.com/archives/C0",
        "https://hooks.slack.com/triggers/T0/1/x",
        "https://hooks.slack.com/workflows/T0/A0/1/x",
    ] {
        assert_eq!(read(of_slack, typed), None, "{typed}");
    }
}
