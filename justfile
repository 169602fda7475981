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

# Check format, lints, types, documentation, dependencies and snapshots; runs no tests
check:
    @scripts/check

# Run all checks and all tests, including browser tests, from scratch
test:
    @scripts/test

# Run what takes too long for every change: all docs, long proofs, fuzzing, every browser test; up to three hours
nightly:
    @scripts/nightly

# Run only the browser tests: the real server, Postgres, mail sink and stand-in forum, in Chromium
e2e *args:
    @scripts/with-browser npm run --silent --prefix web e2e -- {{ args }}

# Take screenshots of every screen, in both themes and two widths: screenshots/index.html
screenshots *args:
    @scripts/with-browser node web/e2e/screenshots.mjs {{ args }}

# Test the API against its own OpenAPI document, with 5,000 generated requests or more; SEED=n repeats a run
fuzz-api:
    @scripts/schemathesis --fuzz

# Fuzz the matcher with hostile input, for 10 minutes per target or SECONDS (needs a nightly compiler)
fuzz *args:
    @scripts/fuzz {{ args }}

# Run all benchmarks, or one of those that `just bench list` names
bench *args:
    @scripts/bench {{ args }}

# Kill everything during writes and restore it from a backup, 20 times or ROUNDS
drill *args:
    @scripts/drill {{ args }}

# Kill readers, shards and NATS servers of a three-host set-up 50 times over 10,000 matches, and stop NATS for a minute
proof *args:
    @scripts/proof {{ args }}

# Run the previous version next to this one on one database, upgrade, and roll back; or start from REV
upgrade *args:
    @scripts/upgrade {{ args }}

# Make a release of this commit: run everything that it must pass, build what is published, tag
release version:
    @scripts/release {{ version }}

# Build the matcher for the browser and print its size
wasm:
    @scripts/wasm

# Write what comes from the server: the web app's src/api/{schema.ts,plans.json,sites.json} and docs/API.md
api-types:
    @scripts/api-types

# Build what is published, in target/dist: programs, Debian package, container image, licences, checksums
dist:
    @scripts/dist

# Test what `just dist` built: the image in an empty root, the package in a bare Debian (as root)
dist-check:
    @scripts/check-dist

# Apply the migrations to DATABASE_URL, or to the database in ./data
migrate:
    @source scripts/demo; configure_database; build_programs; "$target_dir/debug/harken" migrate

# Check the dependencies for known vulnerabilities (needs the network)
audit:
    @scripts/check-dependencies advisories

# Format all code
format:
    @cargo fmt --all
    @npm run --silent --prefix web format
