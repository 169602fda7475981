set shell := ["bash", "-euo", "pipefail", "-c"]

[private]
default:
    @'{{ just_executable() }}' --justfile '{{ justfile() }}' --list --unsorted

# Build the demo and run it; Ctrl-C stops it
run:
    @scripts/run

# Run the demo with reload: Vite for the web, a rebuild for the server
dev:
    @scripts/dev

# Format, lints, types, documentation, dependencies, snapshots; runs no test
check:
    @scripts/check

# All checks and all tests, browser tests included, from nothing
test:
    @scripts/test

# What takes too long for every change: all docs, long proofs, fuzzing, every browser test; up to three hours
nightly:
    @scripts/nightly

# Browser tests alone: the real server, Postgres, mail sink and stand-in forum, in Chromium
e2e *args:
    @scripts/with-browser npm run --silent --prefix web e2e -- {{ args }}

# Pictures of every screen, in both themes and two widths: screenshots/index.html
screenshots *args:
    @scripts/with-browser node web/e2e/screenshots.mjs {{ args }}

# The API against its own document: 5,000 generated requests, or more; SEED=n repeats a run
fuzz-api:
    @scripts/schemathesis --fuzz

# Hostile input for the matcher, 10 minutes a target or SECONDS (needs a nightly compiler)
fuzz *args:
    @scripts/fuzz {{ args }}

# Benchmarks: matcher and rivals, pipeline, greedy users (fair), item to browser, outbox, list of groups, analytics of a year, retention, disk (keeping), plan of polls (planner), reading of a day (coverage), deletions of a month (removals), a day of feeds (feeds), scrapes (metrics), webhooks, sign-ins, streams, shards over NATS (shards), hostile clients (doors), compiling (build), typing; or one: just bench browser
bench *args:
    @scripts/bench {{ args }}

# Kill everything while people write and restore it from a backup, 20 times or ROUNDS
drill *args:
    @scripts/drill {{ args }}

# Kill readers, shards and NATS servers of a three-host set-up 50 times over 10,000 matches, and take NATS away for a minute
proof *args:
    @scripts/proof {{ args }}

# Run the previous version beside this one on one database, upgrade, and go back; or start from REV
upgrade *args:
    @scripts/upgrade {{ args }}

# At a release: keep the data of version REV, from which the next one is upgraded
keep-data rev:
    @scripts/upgrade --record {{ rev }}

# Build the matcher for the browser and print its size
wasm:
    @scripts/wasm

# Write what the web app has from the server, src/api/{schema.ts,plans.json,sites.json}
api-types:
    @scripts/api-types

# What is published, in target/dist: programs, Debian package, image for containers, licences, checksums
dist:
    @scripts/dist

# Try what `just dist` made: the image in an empty root, the package in a bare Debian (as root)
dist-check:
    @scripts/check-dist

# Apply the migrations to DATABASE_URL, or to the database in ./data
migrate:
    @source scripts/demo; configure_database; build_programs; "$target_dir/debug/harken" migrate

# Look up known vulnerabilities in the dependencies (needs the network)
audit:
    @scripts/check-dependencies advisories

# Format all code
format:
    @cargo fmt --all
    @npm run --silent --prefix web format
