//! The tables as Diesel sees them, in the order of the migrations.
//! A test compares every column and type with the migrated database.

diesel::table! {
    users (id) {
        id -> Uuid,
        email -> Text,
        password_hash -> Text,
        first_name -> Text,
        last_name -> Text,
        email_verified_at -> Nullable<Timestamptz>,
        plan -> Text,
        subscription_status -> Text,
        email_notifications -> Bool,
        email_frequency -> Text,
        theme -> Text,
        time_zone -> Text,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    sessions (id) {
        id -> Uuid,
        user_id -> Uuid,
        user_agent -> Text,
        created_at -> Timestamptz,
        last_used_at -> Timestamptz,
        revoked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    refresh_tokens (token_hash) {
        token_hash -> Bytea,
        session_id -> Uuid,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        replaced_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    email_tokens (id) {
        id -> Uuid,
        user_id -> Uuid,
        purpose -> Text,
        token_hash -> Bytea,
        email -> Text,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    watches (id) {
        id -> Uuid,
        user_id -> Uuid,
        keyword -> Text,
        subreddits -> Array<Text>,
        is_active -> Bool,
        match_count -> BigInt,
        tags -> Array<Text>,
        notes -> Text,
        include_posts -> Bool,
        include_comments -> Bool,
        match_titles_only -> Bool,
        case_sensitive -> Bool,
        whole_word_only -> Bool,
        browser_notification -> Bool,
        email_notification -> Bool,
        frequency -> Text,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    watch_changes (transaction_id, watch_id) {
        transaction_id -> BigInt,
        watch_id -> Uuid,
        changed_at -> Timestamptz,
    }
}

diesel::table! {
    items (id, seen_at) {
        id -> Uuid,
        seen_at -> Timestamptz,
        forum_id -> Text,
        kind -> Text,
        subreddit -> Text,
        author -> Text,
        title -> Text,
        body -> Text,
        url -> Text,
        score -> Integer,
        num_comments -> Integer,
        forum_created_at -> Timestamptz,
    }
}

diesel::table! {
    item_keys (forum_id) {
        forum_id -> Text,
        item_id -> Uuid,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    mail_requests (id) {
        id -> Uuid,
        wanted -> Text,
        email -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    notifications (id, seen_at) {
        id -> Uuid,
        seen_at -> Timestamptz,
        item_id -> Uuid,
        watch_id -> Uuid,
        user_id -> Uuid,
        seq -> BigInt,
        keyword -> Text,
        matches -> Jsonb,
        status -> Text,
        created_at -> Timestamptz,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    live_cursors (user_id) {
        user_id -> Uuid,
        seq -> BigInt,
    }
}

diesel::table! {
    outbox (id) {
        id -> Uuid,
        channel -> Text,
        kind -> Text,
        user_id -> Uuid,
        subject_id -> Uuid,
        subject_seen_at -> Nullable<Timestamptz>,
        status -> Text,
        attempts -> Integer,
        due_at -> Timestamptz,
        leased_until -> Nullable<Timestamptz>,
        fence -> BigInt,
        reason -> Nullable<Text>,
        created_at -> Timestamptz,
        finished_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    attempts (id) {
        id -> Uuid,
        outbox_id -> Uuid,
        number -> Integer,
        started_at -> Timestamptz,
        finished_at -> Timestamptz,
        outcome -> Text,
        detail -> Text,
    }
}

diesel::table! {
    poll_state (listing) {
        listing -> Text,
        known_ids -> Array<Text>,
        next_poll_at -> Timestamptz,
        leased_until -> Nullable<Timestamptz>,
        fence -> BigInt,
        polled_at -> Nullable<Timestamptz>,
        failures -> Integer,
        last_error -> Nullable<Text>,
        items_seen -> BigInt,
        names -> Array<Text>,
    }
}

diesel::table! {
    coverage_gaps (id) {
        id -> Uuid,
        listing -> Text,
        started_at -> Timestamptz,
        ended_at -> Timestamptz,
        reason -> Text,
    }
}

diesel::table! {
    subreddit_checks (name) {
        name -> Text,
        display -> Text,
        found -> Bool,
        expires_at -> Timestamptz,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    rate_limits (class, key_hash, window_start) {
        class -> Text,
        key_hash -> Bytea,
        window_start -> Timestamptz,
        count -> Integer,
    }
}

diesel::allow_tables_to_appear_in_same_query!(
    users,
    sessions,
    refresh_tokens,
    email_tokens,
    watches,
    watch_changes,
    items,
    item_keys,
    notifications,
    live_cursors,
    outbox,
    attempts,
    poll_state,
    coverage_gaps,
    subreddit_checks,
    rate_limits,
);
