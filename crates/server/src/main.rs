use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use chrono::{DateTime, Utc};
use clap::{Parser, Subcommand};
use domain::auth::accounts::NewAccount;
use harken::run::{self, OutboxCommand, Parts};
use platform::config::{self, Config, ConfigError, Needs, Sources};
use platform::plans::Plan;

/// Watches Reddit and other sites for keywords, and alerts people.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The configuration file; by default `harken.toml` in this folder, if there is one.
    #[arg(long, env = "HARKEN_CONFIG", global = true)]
    config: Option<PathBuf>,
    /// One setting, as `area.key=value`; can be given many times.
    #[arg(long = "set", global = true)]
    set: Vec<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Does everything in one process (the default).
    All,
    /// Serves the website and its API.
    Api,
    /// Reads Reddit and other sites, and finds matches; over a bus (bus.url), passes on what it reads.
    Ingest,
    /// Finds matches in what is passed on over a bus (bus.url), for as many shards as fall to it.
    Match,
    /// Sends what is in the outbox.
    Deliver,
    /// Shows what is waiting to be sent, and what failed and why.
    Outbox {
        #[command(subcommand)]
        command: Option<OutboxCommand>,
    },
    /// Shows the shards into which the users are divided for `harken match`, or divides them into another number.
    Shards {
        /// How many there are to be.
        #[arg(value_parser = clap::value_parser!(i32).range(1..=64))]
        count: Option<i32>,
    },
    /// Brings the database up to date and exits.
    Migrate,
    /// Checks the configuration and everything that it names, and says what to do.
    Doctor {
        /// Sends a test email to this address.
        #[arg(long, value_name = "ADDRESS")]
        send_to: Option<String>,
        /// Only prints what an installation of this size needs, its first bottleneck and what to add, such as
        /// "users=10000 watches=50000". A key that does not exist lists all of them.
        #[arg(long, value_name = "KEY=VALUE ...", conflicts_with = "send_to")]
        plan: Option<String>,
    },
    /// Backs up Harken's own Postgres and its secret into a new folder, while Harken runs or not.
    Backup {
        /// The folder, which must not exist yet, or be empty.
        folder: PathBuf,
    },
    /// Restores a backup into an empty data folder.
    Restore {
        /// The folder that `harken backup` has made.
        folder: PathBuf,
        /// The last moment that is restored, such as 2026-01-31T14:05:00Z; needs database.archive_dir.
        /// By default, as late as the backup and the archive reach.
        #[arg(long, value_name = "TIME", value_parser = run::time_of)]
        until: Option<DateTime<Utc>>,
    },
    /// Checks, shows and documents the configuration.
    Config {
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// Prints the OpenAPI document.
    Openapi,
    /// Prints the plans, with their prices and limits, as JSON.
    Plans,
    /// Prints the sites other than Reddit that Harken can read, as JSON.
    Sites,
    /// Manages accounts.
    User {
        #[command(subcommand)]
        command: UserCommand,
    },
}

#[derive(Subcommand)]
enum UserCommand {
    /// Creates an account that can sign in at once; its password is read from standard input.
    Add {
        email: String,
        #[arg(long)]
        first_name: String,
        #[arg(long)]
        last_name: String,
        /// An IANA name, such as Europe/Vienna.
        #[arg(long, default_value = "UTC")]
        time_zone: String,
        /// Puts the account on the Pro plan.
        #[arg(long)]
        pro: bool,
    },
    /// Prints a link with which one person can create an account.
    Invite {
        /// The only address that can use it.
        #[arg(long)]
        email: Option<String>,
        /// For how many days it works.
        #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=365))]
        days: u32,
    },
    /// Sets an account's password, which is read from standard input, and signs it out everywhere.
    Password { email: String },
    /// Promotes an account to administrator.
    Promote { email: String },
    /// Demotes an administrator, but never the last one.
    Demote { email: String },
    /// Refunds an account's last payment, once approved, and ends its Pro plan at once.
    Refund { email: String },
}

#[derive(Subcommand)]
enum ConfigCommand {
    /// Lists every problem, or says that there are none.
    Check,
    /// Prints every setting, its value and where that comes from; secrets are hidden.
    Show,
    /// Prints what can be set, with defaults and meanings, as Markdown.
    Reference,
}

#[tokio::main]
async fn main() -> ExitCode {
    match execute(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("harken: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the settings that a command needs: only those it uses.
fn needs(command: &Command) -> Needs {
    match command {
        Command::Api => Needs {
            mail: false,
            ..Needs::ALL
        },
        Command::Deliver => Needs {
            site: false,
            ..Needs::ALL
        },
        Command::Ingest | Command::Match | Command::User { .. } => Needs::ACCOUNTS,
        Command::Migrate
        | Command::Outbox { .. }
        | Command::Shards { .. }
        | Command::Backup { .. }
        | Command::Restore { .. } => Needs::DATABASE,
        _ => Needs::ALL,
    }
}

async fn execute(arguments: Arguments) -> anyhow::Result<()> {
    if let Some(Command::Openapi) = arguments.command {
        println!("{}", api::routes::openapi().to_pretty_json()?);
        return Ok(());
    }
    if let Some(Command::Plans) = arguments.command {
        println!(
            "{}",
            serde_json::to_string_pretty(&platform::plans::catalogue())?
        );
        return Ok(());
    }
    if let Some(Command::Sites) = arguments.command {
        println!(
            "{}",
            serde_json::to_string_pretty(&foundation::labels::sites())?
        );
        return Ok(());
    }
    if let Some(Command::Doctor {
        plan: Some(wanted), ..
    }) = &arguments.command
    {
        return run::plan_capacity(wanted);
    }
    if let Some(Command::Config {
        command: ConfigCommand::Reference,
    }) = arguments.command
    {
        print!("{}", config::reference_page());
        return Ok(());
    }
    let sources = Sources::of_process(arguments.config, arguments.set);
    let command = arguments.command.unwrap_or(Command::All);
    if let Command::Config {
        command: ConfigCommand::Show,
    } = command
    {
        return show(&sources);
    }
    if let Command::Doctor { send_to, .. } = command {
        return run::doctor(&sources, send_to.as_deref()).await;
    }
    let config = Config::load_for(&sources, needs(&command))?;
    match command {
        Command::Config { .. } => {
            println!("The configuration is valid.");
            Ok(())
        }
        Command::Outbox { command } => run::outbox(config, command).await,
        Command::Shards { count } => run::shards(config, count).await,
        Command::Migrate => run::migrate(config).await,
        Command::Backup { folder } => return run::backup(config, &folder).await,
        Command::Restore { folder, until } => return run::restore(config, &folder, until).await,
        Command::All => run::run(config, Parts::ALL).await,
        Command::Api => {
            run::run(
                config,
                Parts {
                    api: true,
                    ..Parts::NONE
                },
            )
            .await
        }
        Command::Ingest => {
            run::run(
                config,
                Parts {
                    ingest: true,
                    ..Parts::NONE
                },
            )
            .await
        }
        Command::Match => {
            run::run(
                config,
                Parts {
                    matching: true,
                    ..Parts::NONE
                },
            )
            .await
        }
        Command::Deliver => {
            run::run(
                config,
                Parts {
                    deliver: true,
                    ..Parts::NONE
                },
            )
            .await
        }
        Command::User {
            command:
                UserCommand::Add {
                    email,
                    first_name,
                    last_name,
                    time_zone,
                    pro,
                },
        } => {
            let account = NewAccount {
                email,
                password: run::read_password()?,
                first_name,
                last_name,
                time_zone,
            };
            let plan = if pro { Plan::Pro } else { Plan::Free };
            return run::add_user(config, account, plan).await;
        }
        Command::User {
            command: UserCommand::Password { email },
        } => return run::set_password(config, &email, run::read_password()?).await,
        Command::User {
            command: UserCommand::Invite { email, days },
        } => return run::invite(config, email, days).await,
        Command::User {
            command: UserCommand::Refund { email },
        } => return run::refund(config, &email).await,
        Command::User {
            command: UserCommand::Promote { email },
        } => return run::promote(config, &email).await,
        Command::User {
            command: UserCommand::Demote { email },
        } => return run::demote(config, &email).await,
        Command::Openapi | Command::Plans | Command::Sites | Command::Doctor { .. } => {
            unreachable!("answered above")
        }
    }
    .context("stopped")
}

/// Prints every setting, and then what is wrong.
fn show(sources: &Sources) -> anyhow::Result<()> {
    let (settings, problems) = config::show(sources, Needs::ALL)?;
    for setting in settings {
        println!("{} = {}  # {}", setting.key, setting.value, setting.origin);
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(ConfigError(problems).into()),
    }
}
