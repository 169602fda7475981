//! Tests of single functions: a library's own test program compiles the library once more.

mod feed_schedule;
mod forum_content;
mod forum_ids;
mod forum_limits;
mod forum_markdown;
mod forum_slugs;
mod forum_templates;
mod jetstream_ids;
mod kit_faults;
mod kit_status;
mod stripe_form;
mod stripe_ids;
mod stripe_periods;
mod stripe_signatures;
mod telegram_html;
