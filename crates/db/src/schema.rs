//! The tables as Diesel sees them, in the order in which they were added.
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
        quiet_from -> Nullable<Integer>,
        quiet_until -> Nullable<Integer>,
        burst_limit -> Integer,
        snoozed_until -> Nullable<Timestamptz>,
        mail_refused_at -> Nullable<Timestamptz>,
        mail_refused_reason -> Nullable<Text>,
        feed_version -> Integer,
        password_version -> Integer,
        first_steps -> Bool,
        is_administrator -> Bool,
        suspended_at -> Nullable<Timestamptz>,
        mail_refused_kind -> Nullable<Text>,
        sets_aside -> Bool,
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
        registration -> Nullable<Jsonb>,
    }
}

diesel::table! {
    invitations (id) {
        id -> Uuid,
        token_hash -> Bytea,
        email -> Nullable<Text>,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        used_by -> Nullable<Uuid>,
    }
}

diesel::table! {
    watch_variants (watch_id) {
        watch_id -> Uuid,
        user_id -> Uuid,
        keyword -> Text,
        mode -> Text,
        excluded_subreddits -> Array<Text>,
        excluded_authors -> Array<Text>,
        include_posts -> Bool,
        include_comments -> Bool,
        match_titles_only -> Bool,
        case_sensitive -> Bool,
        whole_word_only -> Bool,
        started_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
        expensive_part -> Nullable<Text>,
        added -> BigInt,
        latest -> Jsonb,
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
        snoozed_until -> Nullable<Timestamptz>,
        last_match_at -> Nullable<Timestamptz>,
        mode -> Text,
        excluded_subreddits -> Array<Text>,
        excluded_authors -> Array<Text>,
        rule_changed_at -> Timestamptz,
        match_hour -> Nullable<Timestamptz>,
        hour_matches -> BigInt,
        hour_before_matches -> BigInt,
        paused_at -> Nullable<Timestamptz>,
        paused_part -> Nullable<Text>,
        proposal_dismissed_at -> Nullable<Timestamptz>,
        shows_all -> Bool,
        description -> Text,
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
    deleted_users (id) {
        id -> Uuid,
        deleted_at -> Timestamptz,
    }
}

diesel::table! {
    unlisted_matches (watch_id, hour) {
        watch_id -> Uuid,
        hour -> Timestamptz,
        matches -> BigInt,
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
        thread_id -> Text,
        near_hash -> Nullable<BigInt>,
        gone_at -> Nullable<Timestamptz>,
        story_id -> Text,
        flair -> Text,
        link -> Text,
        is_matched -> Bool,
    }
}

diesel::table! {
    item_keys (forum_id) {
        forum_id -> Text,
        item_id -> Uuid,
        seen_at -> Timestamptz,
        story_id -> Nullable<Text>,
        check_at -> Nullable<Timestamptz>,
        checked_at -> Nullable<Timestamptz>,
        checked_until -> Nullable<Timestamptz>,
        misses -> Integer,
        unanswered -> Integer,
        stays -> Nullable<Bool>,
        is_thread -> Bool,
        is_alerted -> Bool,
    }
}

diesel::table! {
    unmatched_items (id, seen_at) {
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
        thread_id -> Text,
        story_id -> Text,
        flair -> Text,
        link -> Text,
    }
}

diesel::table! {
    mail_requests (id) {
        id -> Uuid,
        wanted -> Text,
        email -> Text,
        created_at -> Timestamptz,
        registration -> Nullable<Jsonb>,
        failures -> Integer,
        due_at -> Timestamptz,
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
        muted_by -> Nullable<Uuid>,
        not_relevant_at -> Nullable<Timestamptz>,
        was_read -> Bool,
    }
}

diesel::table! {
    notification_counts (user_id, keyword, week) {
        user_id -> Uuid,
        keyword -> Text,
        week -> Timestamptz,
        unread -> BigInt,
        read -> BigInt,
        archived -> BigInt,
        latest_unread -> Nullable<Timestamptz>,
        latest_read -> Nullable<Timestamptz>,
        latest_archived -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    counted_matches (user_id) {
        user_id -> Uuid,
        seq -> BigInt,
    }
}

diesel::table! {
    match_hours (user_id, day, watch_id) {
        user_id -> Uuid,
        day -> Date,
        watch_id -> Uuid,
        matches -> Text,
        opened -> Text,
        not_relevant -> Text,
    }
}

diesel::table! {
    match_places (user_id, watch_id, day) {
        user_id -> Uuid,
        watch_id -> Uuid,
        day -> Date,
        places -> Json,
    }
}

diesel::table! {
    match_authors (user_id, day, watch_id, site) {
        user_id -> Uuid,
        day -> Date,
        watch_id -> Uuid,
        site -> Text,
        authors -> Json,
    }
}

diesel::table! {
    notification_versions (user_id) {
        user_id -> Uuid,
        version -> BigInt,
    }
}

diesel::table! {
    live_cursors (user_id) {
        user_id -> Uuid,
        seq -> BigInt,
        hour -> Nullable<Timestamptz>,
        listed -> BigInt,
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
        endpoint_id -> Nullable<Uuid>,
        dismissed_at -> Nullable<Timestamptz>,
        unanswered -> Integer,
        trace_parent -> Nullable<Bytea>,
        leased_by -> Nullable<Uuid>,
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
        status_code -> Nullable<Integer>,
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
        planned -> Array<Text>,
        interval_ms -> BigInt,
        scheduled_at -> Nullable<Timestamptz>,
        answered_at -> Nullable<Timestamptz>,
        failed_at -> Nullable<Timestamptz>,
        leased_by -> Nullable<Uuid>,
    }
}

diesel::table! {
    sequences (source) {
        source -> Text,
        place -> Text,
        read_to -> BigInt,
        next_poll_at -> Timestamptz,
        leased_until -> Nullable<Timestamptz>,
        fence -> BigInt,
        polled_at -> Nullable<Timestamptz>,
        failures -> Integer,
        last_error -> Nullable<Text>,
        leased_by -> Nullable<Uuid>,
    }
}

diesel::table! {
    lemmy_instances (address) {
        address -> Text,
        next_poll_at -> Timestamptz,
        leased_until -> Nullable<Timestamptz>,
        fence -> BigInt,
        polled_at -> Nullable<Timestamptz>,
        failures -> Integer,
        last_error -> Nullable<Text>,
        leased_by -> Nullable<Uuid>,
    }
}

diesel::table! {
    sequence_waiting (source, id) {
        source -> Text,
        id -> BigInt,
        since -> Timestamptz,
        looks -> Integer,
        next_look_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    feed_hosts (host) {
        host -> Text,
        free_at -> Timestamptz,
        due_at -> Nullable<Timestamptz>,
        next_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    feeds (id) {
        id -> Uuid,
        place -> Text,
        origin -> Text,
        address -> Text,
        host -> Text,
        title -> Text,
        site -> Text,
        created_at -> Timestamptz,
        etag -> Nullable<Text>,
        last_modified -> Nullable<Text>,
        known -> Bytea,
        next_poll_at -> Nullable<Timestamptz>,
        leased_until -> Nullable<Timestamptz>,
        fence -> BigInt,
        polled_at -> Nullable<Timestamptz>,
        failures -> Integer,
        last_error -> Nullable<Text>,
        interval_seconds -> Integer,
        polls -> BigInt,
        unchanged -> BigInt,
        items -> BigInt,
        known_titles -> Bytea,
        known_identities -> Bytea,
        remark -> Nullable<Text>,
        newest_at -> Nullable<Timestamptz>,
        listed -> Integer,
        leased_by -> Nullable<Uuid>,
        day -> Nullable<Date>,
        day_entries -> Integer,
        day_bytes -> BigInt,
        put_off -> Nullable<Text>,
    }
}

diesel::table! {
    feed_use (is_only) {
        is_only -> Bool,
        day -> Date,
        entries -> BigInt,
        bytes -> BigInt,
    }
}

diesel::table! {
    user_feed_use (user_id) {
        user_id -> Uuid,
        day -> Date,
        entries -> BigInt,
        bytes -> BigInt,
    }
}

diesel::table! {
    feed_credentials (feed_id) {
        feed_id -> Uuid,
        user_id -> Uuid,
        sealed -> Bytea,
    }
}

diesel::table! {
    pushed_items (seq) {
        seq -> BigInt,
        feed_id -> Uuid,
        user_id -> Uuid,
        item_id -> Text,
        payload -> Text,
        received_at -> Timestamptz,
    }
}

diesel::table! {
    user_feeds (user_id, feed_id) {
        user_id -> Uuid,
        feed_id -> Uuid,
        added_at -> Timestamptz,
    }
}

diesel::table! {
    chosen_sites (place) {
        place -> Text,
        chosen_at -> Timestamptz,
    }
}

diesel::table! {
    setup_keys (token_hash) {
        token_hash -> Bytea,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    coverage_gaps (id) {
        id -> Uuid,
        listing -> Text,
        started_at -> Timestamptz,
        ended_at -> Timestamptz,
        reason -> Text,
        threads_until -> Nullable<Timestamptz>,
        thread_asks -> Integer,
        opened_at -> Nullable<Timestamptz>,
        closes_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    coverage_hours (place, kind, hour) {
        place -> Text,
        kind -> Text,
        hour -> Timestamptz,
        items -> BigInt,
        gap_seconds -> BigInt,
        lag -> Array<Integer>,
        waits -> Array<Integer>,
    }
}

diesel::table! {
    coverage_audits (id) {
        id -> Uuid,
        place -> Text,
        kind -> Text,
        audited_at -> Timestamptz,
        items -> Integer,
        missing -> Integer,
    }
}

diesel::table! {
    place_readings (place, kind) {
        place -> Text,
        kind -> Text,
        since -> Timestamptz,
        read_until -> Nullable<Timestamptz>,
        rate_items -> Double,
        rate_seconds -> Double,
        rate_hour_items -> BigInt,
        rated_until -> Nullable<Timestamptz>,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    gap_fills (kind, name) {
        kind -> Text,
        name -> Text,
        started_at -> Timestamptz,
        ended_at -> Timestamptz,
        reason -> Text,
        after -> Nullable<Text>,
        reached_at -> Timestamptz,
        items_read -> Integer,
        breaks -> Integer,
        try_at -> Timestamptz,
        give_up_at -> Timestamptz,
        fence -> BigInt,
        id -> Uuid,
        opened_at -> Timestamptz,
        batch -> Uuid,
    }
}

diesel::table! {
    gap_rounds (id) {
        id -> Uuid,
        begun_at -> Timestamptz,
        after_user -> Uuid,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    gap_changes (gap_id, state) {
        gap_id -> Uuid,
        state -> Text,
        place -> Text,
        kind -> Text,
        started_at -> Timestamptz,
        ended_at -> Timestamptz,
        reason -> Text,
        round_id -> Nullable<Uuid>,
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
    places (name) {
        name -> Text,
        state -> Text,
        since -> Timestamptz,
        is_watched -> Bool,
        turn -> Integer,
        checked_at -> Nullable<Timestamptz>,
        next_check_at -> Timestamptz,
        bad_checks -> Integer,
        looked_at -> Timestamptz,
        readable_at -> Nullable<Timestamptz>,
        watchers -> Integer,
    }
}

diesel::table! {
    poll_plan (is_only) {
        is_only -> Bool,
        version -> BigInt,
        rated_at -> Nullable<Timestamptz>,
        next_audit_at -> Timestamptz,
        width_names -> Integer,
        width_complete -> Integer,
        width_needed -> Integer,
        width_since -> Timestamptz,
        looks_a_minute -> Double,
        looks_counted_at -> Nullable<Timestamptz>,
        kept_days -> Integer,
        moves_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    request_budgets (account) {
        account -> Bytea,
        reported_most -> Nullable<Double>,
        reported_left -> Nullable<Double>,
        reported_until -> Nullable<Timestamptz>,
        silent_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    requests_made (account, made_at, priority) {
        account -> Bytea,
        made_at -> Timestamptz,
        priority -> Text,
        requests -> Integer,
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

diesel::table! {
    endpoints (id) {
        id -> Uuid,
        user_id -> Uuid,
        channel -> Text,
        name -> Text,
        target -> Bytea,
        fingerprint -> Bytea,
        shown -> Text,
        watch_ids -> Nullable<Array<Uuid>>,
        secret_version -> Integer,
        failing_since -> Nullable<Timestamptz>,
        last_error -> Nullable<Text>,
        last_sent_at -> Nullable<Timestamptz>,
        paused_at -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        failures -> Integer,
        holds -> Integer,
        held_until -> Nullable<Timestamptz>,
        reports_gaps -> Bool,
    }
}

diesel::table! {
    digests (id) {
        id -> Uuid,
        user_id -> Uuid,
        endpoint_id -> Nullable<Uuid>,
        due_at -> Timestamptz,
        closed_at -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    digest_entries (digest_id, notification_id) {
        digest_id -> Uuid,
        notification_id -> Uuid,
        seen_at -> Timestamptz,
        cause -> Text,
    }
}

diesel::table! {
    mutes (id) {
        id -> Uuid,
        user_id -> Uuid,
        watch_id -> Nullable<Uuid>,
        kind -> Text,
        value -> Text,
        shown -> Text,
        until -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    saved_searches (id) {
        id -> Uuid,
        user_id -> Uuid,
        name -> Text,
        filters -> Jsonb,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    near_bands (band, item_id) {
        band -> Integer,
        item_id -> Uuid,
        hash -> BigInt,
        story_id -> Text,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    story_links (link_hash, seen_at, item_id) {
        link_hash -> BigInt,
        seen_at -> Timestamptz,
        item_id -> Uuid,
        story_id -> Text,
    }
}

diesel::table! {
    billing_customers (id) {
        id -> Uuid,
        user_id -> Nullable<Uuid>,
        provider -> Text,
        provider_id -> Nullable<Text>,
        begun -> BigInt,
        applied -> BigInt,
        look_at -> Timestamptz,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    subscriptions (id) {
        id -> Uuid,
        customer_id -> Uuid,
        provider_id -> Text,
        plan -> Text,
        status -> Text,
        period -> Text,
        price_id -> Text,
        current_period_end -> Timestamptz,
        cancel_at_period_end -> Bool,
        version -> Integer,
        updated_by -> Text,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    checkouts (id) {
        id -> Uuid,
        customer_id -> Uuid,
        period -> Text,
        provider_id -> Nullable<Text>,
        created_at -> Timestamptz,
        closed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    provider_events (provider, id) {
        provider -> Text,
        id -> Text,
        kind -> Text,
        customer -> Text,
        object -> Text,
        told_at -> Timestamptz,
        received_at -> Timestamptz,
        due_at -> Timestamptz,
        leased_until -> Nullable<Timestamptz>,
        fence -> BigInt,
        attempts -> Integer,
        reason -> Nullable<Text>,
        handled_at -> Nullable<Timestamptz>,
        leased_by -> Nullable<Uuid>,
    }
}

diesel::table! {
    provider_cursors (provider) {
        provider -> Text,
        events_until -> Timestamptz,
        look_at -> Timestamptz,
    }
}

diesel::table! {
    insight_jobs (id) {
        id -> Uuid,
        user_id -> Uuid,
        status -> Text,
        watch_ids -> Array<Uuid>,
        keywords -> Array<Text>,
        leased_until -> Nullable<Timestamptz>,
        fence -> BigInt,
        attempts -> Integer,
        reason -> Nullable<Text>,
        created_at -> Timestamptz,
        started_at -> Nullable<Timestamptz>,
        finished_at -> Nullable<Timestamptz>,
        leased_by -> Nullable<Uuid>,
    }
}

diesel::table! {
    insight_parts (job_id, position) {
        job_id -> Uuid,
        position -> Integer,
        part -> Jsonb,
    }
}

diesel::table! {
    insight_results (user_id) {
        user_id -> Uuid,
        job_id -> Uuid,
        generated_at -> Timestamptz,
        result -> Jsonb,
        cleared_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    hearing_tests (user_id) {
        user_id -> Uuid,
        id -> Uuid,
        watch_id -> Uuid,
        keyword -> Text,
        post -> Jsonb,
        planted_at -> Timestamptz,
        read_at -> Nullable<Timestamptz>,
        matched_at -> Nullable<Timestamptz>,
        stored_at -> Nullable<Timestamptz>,
        seq -> Nullable<BigInt>,
        matches -> Jsonb,
        ways -> Jsonb,
        failure -> Nullable<Text>,
    }
}

diesel::table! {
    near_misses (watch_id) {
        watch_id -> Uuid,
        user_id -> Uuid,
        looked_at -> Timestamptz,
        hours -> Integer,
        found -> Jsonb,
        dismissed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    audit_log (id) {
        id -> Uuid,
        at -> Timestamptz,
        actor_id -> Nullable<Uuid>,
        act -> Text,
        subject_id -> Nullable<Uuid>,
        details -> Jsonb,
    }
}

diesel::table! {
    processes (id) {
        id -> Uuid,
        version -> Text,
        serves_api -> Bool,
        ingests -> Bool,
        delivers -> Bool,
        matches -> Bool,
        started_at -> Timestamptz,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    match_shards (shard) {
        shard -> Integer,
        shards -> Integer,
        position -> BigInt,
        log_made_at -> BigInt,
        holder -> Nullable<Uuid>,
        leased_until -> Nullable<Timestamptz>,
        fence -> BigInt,
        leased_by -> Nullable<Uuid>,
    }
}

diesel::table! {
    instance_settings (is_only) {
        is_only -> Bool,
        registration -> Nullable<Text>,
        max_accounts -> Nullable<Integer>,
        max_watches -> Nullable<Integer>,
        max_patterns -> Nullable<Integer>,
        has_status_page -> Nullable<Bool>,
        announcement -> Nullable<Text>,
        announced_at -> Nullable<Timestamptz>,
        announced_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    mail_bounces (id) {
        id -> Text,
        user_id -> Nullable<Uuid>,
        kind -> Text,
        received_at -> Timestamptz,
    }
}

diesel::table! {
    kept_matches (notification_id) {
        notification_id -> Uuid,
        seen_at -> Timestamptz,
        user_id -> Uuid,
        is_starred -> Bool,
        note -> Text,
        returns_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    learned_users (user_id) {
        user_id -> Uuid,
        learned_at -> Timestamptz,
    }
}

diesel::table! {
    learned_watches (watch_id) {
        watch_id -> Uuid,
        user_id -> Uuid,
        model -> Bytea,
    }
}

diesel::table! {
    set_aside (notification_id) {
        notification_id -> Uuid,
        seen_at -> Timestamptz,
        watch_id -> Uuid,
        user_id -> Uuid,
        is_shown -> Bool,
    }
}

diesel::table! {
    api_keys (id) {
        id -> Uuid,
        user_id -> Uuid,
        name -> Text,
        hash -> Bytea,
        scopes -> Array<Text>,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        last_used_at -> Nullable<Timestamptz>,
        reminded_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    ignored_words (watch_id, word) {
        watch_id -> Uuid,
        word -> Text,
        ignored_at -> Timestamptz,
    }
}

diesel::table! {
    second_opinions (notification_id) {
        notification_id -> Uuid,
        seen_at -> Timestamptz,
        item_id -> Uuid,
        watch_id -> Uuid,
        user_id -> Uuid,
        wanted_until -> Timestamptz,
        asked_at -> Nullable<Timestamptz>,
        content -> Nullable<Bytea>,
        is_relevant -> Nullable<Bool>,
        reason -> Nullable<Text>,
    }
}

// Named pair by pair: each pair of a longer list costs the compiler time, whether or not a query has it.
diesel::allow_tables_to_appear_in_same_query!(outbox, users);
diesel::allow_tables_to_appear_in_same_query!(outbox, endpoints);
diesel::allow_tables_to_appear_in_same_query!(watches, users);
diesel::allow_tables_to_appear_in_same_query!(users, api_keys);
diesel::allow_tables_to_appear_in_same_query!(live_cursors, api_keys);
diesel::allow_tables_to_appear_in_same_query!(watches, watch_variants);
diesel::allow_tables_to_appear_in_same_query!(users, watch_variants);
diesel::allow_tables_to_appear_in_same_query!(watches, near_misses);
diesel::allow_tables_to_appear_in_same_query!(watches, mutes);
diesel::allow_tables_to_appear_in_same_query!(user_feeds, feeds);
diesel::allow_tables_to_appear_in_same_query!(notifications, items);
diesel::allow_tables_to_appear_in_same_query!(notifications, digest_entries);
diesel::allow_tables_to_appear_in_same_query!(notifications, kept_matches);
diesel::allow_tables_to_appear_in_same_query!(subscriptions, billing_customers);
diesel::allow_tables_to_appear_in_same_query!(sessions, refresh_tokens);
diesel::allow_tables_to_appear_in_same_query!(sessions, live_cursors);
diesel::allow_tables_to_appear_in_same_query!(sequences, sequence_waiting);
diesel::allow_tables_to_appear_in_same_query!(gap_fills, gap_changes);
diesel::allow_tables_to_appear_in_same_query!(coverage_gaps, gap_changes);
diesel::allow_tables_to_appear_in_same_query!(insight_jobs, insight_parts);
