// The server's answers in states that take days to reach.

const DAY_MS = 86_400_000;
const inDays = (days) => new Date(Date.now() + days * DAY_MS).toISOString();

const withPreferences = (changes) => (answer) => ({
  user: {
    ...answer.user,
    notificationPreferences: { ...answer.user.notificationPreferences, ...changes },
  },
});

export const snoozed = withPreferences({ snoozedUntil: inDays(3) });

export const refusedMail = withPreferences({
  mailProblem: {
    kind: 'refused',
    since: inDays(-2),
    reason: '550 5.1.1 The mailbox does not exist',
  },
});

const failed = (_id, channel, endpointName, subject, reason) => ({
  _id,
  kind: 'match',
  status: 'dead',
  channel,
  endpointId: endpointName && `endpoint-${_id}`,
  endpointName,
  subject,
  reason,
  nextAttemptAt: null,
  createdAt: inDays(-1),
  attempts: [],
});

const failedGroup = (channel, endpointName, total, reason, subjects, more = {}) => ({
  channel,
  endpointId: endpointName && `endpoint-${endpointName}`,
  endpointName,
  state: 'open',
  total,
  replayable: total,
  reason,
  reasons: 1,
  lastFailedAt: inDays(-0.1),
  newest: subjects.map((subject, at) =>
    failed(`${channel}-${at}`, channel, endpointName, subject, reason),
  ),
  ...more,
});

export const failedDeliveries = {
  total: 137,
  replayable: 125,
  groups: [
    failedGroup(
      'slack',
      'Team chat',
      124,
      'answered 404 (no_service): create a new webhook in Slack and enter its address',
      ['“compost” in r/gardening: Is this compost ready?', 'A digest', 'A year of compost'],
      { reasons: 2 },
    ),
    failedGroup('mail', null, 1, '550 5.1.1 The mailbox does not exist', ['A kettle that lasts']),
    failedGroup(
      'webhook',
      'https-hook-with-a-name-that-nobody-would-want-to-break-in-two-places',
      7,
      'there was no answer within 15 s',
      ['A year of compost, in numbers'],
      { state: 'paused', replayable: 0 },
    ),
    failedGroup('ntfy', null, 5, 'answered 403', ['A kettle that lasts'], {
      state: 'deleted',
      replayable: 0,
    }),
  ],
};

export const refusedTest = {
  result: {
    ok: false,
    statusCode: 404,
    detail: 'answered 404: nothing accepts messages there: check the address',
    durationMs: 143,
  },
  draft: 'draft',
  secret: `whsec_${'0123456789abcdefghij'.repeat(2)}abc=`,
};

export const trouble = {
  busyWatches: [{ watchId: 'watch-2', keyword: 'the', unlisted: 1204 }],
  pausedWatches: [
    {
      watchId: 'watch-3',
      keyword: 'zqx /[a-z]([a-z ]{1,200})zqx/',
      since: inDays(-1),
      part: '/[a-z]([a-z ]{1,200})zqx/',
    },
  ],
  quietWatches: [
    {
      watchId: 'watch-1',
      keyword: 'sourdough starter',
      lastMatchAt: inDays(-9),
      usualPerWeek: 12.3,
      silentDays: 9,
    },
  ],
  failingEndpoints: [
    {
      endpointId: 'endpoint-2',
      channel: 'slack',
      name: 'Team chat',
      since: inDays(-2),
      lastError: '404 no_service',
      paused: false,
    },
    {
      endpointId: 'endpoint-3',
      channel: 'push',
      name: 'Firefox on Linux',
      since: inDays(-6),
      lastError: '503 Busy',
      paused: true,
    },
  ],
  mail: null,
  forum: { readable: false, since: inDays(-0.2), reason: 'It answers 503.', gaps: 0 },
  unreadableSites: [
    {
      place: 'news.ycombinator.com',
      since: inDays(-0.1),
      reason: 'Hacker News is not answering as it should.',
    },
  ],
};

const mute = (_id, kind, shown, more = {}) => ({
  _id,
  kind,
  shown,
  value: shown,
  watchId: null,
  keyword: null,
  until: null,
  createdAt: inDays(-1),
  cleaned: 0,
  ...more,
});

export const muteList = {
  mutes: [
    mute('1', 'author', 'loud_one'),
    mute('2', 'subreddit', 'memes', { cleaned: 12, until: inDays(6) }),
    mute('3', 'word', 'giveaway', { watchId: 'watch-1', keyword: 'kettle' }),
    mute('4', 'thread', 'What is the one thing in your kitchen that you would never give away?'),
  ],
};

export const siteMutes = {
  mutes: [mute('5', 'subreddit', 'news.ycombinator.com'), ...muteList.mutes],
};

const minutesAgo = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Returns the answer for an administrator. */
export const administrator = (answer) => ({ user: { ...answer.user, isAdministrator: true } });

const account = (_id, email, more = {}) => ({
  _id,
  email,
  createdAt: '2026-01-05T10:00:00Z',
  isEmailVerified: true,
  isAdministrator: false,
  suspendedAt: null,
  plan: 'free',
  keywords: 3,
  lastSeenAt: minutesAgo(200),
  ...more,
});

export const accounts = {
  users: [
    account('1', 'a.person.with.a.very.long.address@department.of.long.names.example.com', {
      isEmailVerified: false,
      keywords: 0,
      lastSeenAt: null,
    }),
    account('2', 'bob@example.com', { suspendedAt: '2026-01-20T08:30:00Z' }),
    account('3', 'eve@example.com', { plan: 'pro', keywords: 1_200 }),
    account('4', 'mara@example.com', { isAdministrator: true, plan: 'pro', keywords: 1 }),
  ],
  nextCursor: '4',
};

const accountUse = { matches: 18_250, messagesWaiting: 3, messagesFailed: 12 };

export const oneAccount = { user: accounts.users[2], usage: accountUse };
export const suspendedAccount = { user: accounts.users[1], usage: accountUse };

const runs = (_id, parts, more = {}) => ({
  _id,
  version: '0.1.0',
  parts,
  startedAt: inDays(-3),
  seenAt: minutesAgo(0),
  isLost: false,
  ...more,
});

const announcement = {
  text: 'Harken is updated on Sunday at 06:00. Alerts may be a few minutes late.\nNothing is lost.',
  since: '2026-01-20T08:30:00Z',
  until: '2026-01-25T06:30:00Z',
};

/** Returns the answer for a user while something is announced. */
export const announced = (answer) => ({ user: { ...answer.user, announcement } });

export const instanceSettings = {
  registration: { mode: 'invite', isConfigured: false },
  statusPage: { isOn: true, isConfigured: false },
  accounts: { limit: 500, used: 212, isConfigured: false },
  watches: { limit: null, used: 18_250, isConfigured: false },
  patterns: { limit: 1_000, used: 37, isConfigured: false },
  announcement,
};

/** The settings of a server whose configuration sets everything. */
export const configuredSettings = {
  registration: { mode: 'closed', isConfigured: true },
  statusPage: { isOn: false, isConfigured: true },
  accounts: { limit: 500, used: 212, isConfigured: true },
  watches: { limit: 20_000, used: 18_250, isConfigured: true },
  patterns: { limit: 1_000, used: 37, isConfigured: true },
  announcement: null,
};

export const publicStatus = {
  checkedAt: '2026-01-20T08:30:00Z',
  sources: [
    { source: 'reddit', state: 'on_time' },
    { source: 'news.ycombinator.com', state: 'on_time' },
    { source: 'feeds', state: 'on_time' },
  ],
  lanes: [
    { lane: 'mail', state: 'on_time' },
    { lane: 'endpoints', state: 'on_time' },
  ],
  announcement: null,
};

export const lateStatus = {
  ...publicStatus,
  sources: [
    { source: 'reddit', state: 'failing' },
    { source: 'news.ycombinator.com', state: 'on_time' },
  ],
  lanes: [
    { lane: 'mail', state: 'late' },
    { lane: 'endpoints', state: 'on_time' },
  ],
  announcement,
};

export const instanceHealth = {
  processes: [
    runs('1', ['api']),
    runs('2', ['ingest']),
    runs('3', ['deliver'], { version: '0.0.9', seenAt: minutesAgo(12), isLost: true }),
  ],
  lanes: [
    { lane: 'mail', due: 1_204, oldestSeconds: 840, failed: 37, state: 'late' },
    { lane: 'endpoints', due: 0, oldestSeconds: 0, failed: 0, state: 'on_time' },
  ],
  sources: [
    { source: 'reddit', polled: 126, failing: 2, lateSeconds: 12, state: 'on_time' },
    {
      source: 'news.ycombinator.com',
      polled: 1,
      failing: 0,
      lateSeconds: 400,
      state: 'late',
    },
    { source: 'join-lemmy.org', polled: 2, failing: 2, lateSeconds: 3, state: 'failing' },
    { source: 'feeds', polled: 4_210, failing: 31, lateSeconds: 90, state: 'on_time' },
  ],
  gapsOfADay: 4,
  budget: {
    allowed: 1_000,
    minutes: 10,
    polls: 512,
    fills: 40,
    looks: 130,
    looksNeeded: 130,
    keptDays: 90,
    lateSeconds: 0,
    names: 3,
    people: 6,
  },
};

export const quietHealth = {
  processes: [runs('1', ['api', 'ingest', 'deliver'])],
  lanes: [
    { lane: 'mail', due: 0, oldestSeconds: 0, failed: 0, state: 'on_time' },
    { lane: 'endpoints', due: 0, oldestSeconds: 0, failed: 0, state: 'on_time' },
  ],
  sources: [],
  gapsOfADay: 0,
  budget: null,
};

const done = (_id, act, subject, more = {}) => ({
  _id,
  at: '2026-01-20T08:30:12Z',
  act,
  actor: { _id: '4', email: 'mara@example.com' },
  subject: subject === null ? null : { _id: '9', email: subject },
  details: {},
  ...more,
});

export const auditLog = {
  entries: [
    done('6', 'account_suspended', 'bob@example.com'),
    done('5', 'messages_replayed', null, { details: { messages: 37 } }),
    { ...done('4', 'account_deleted', null), subject: { _id: '8', email: null } },
    done('3', 'account_invited', null, { details: { days: 7, forOneAddress: true } }),
    done('2', 'administrator_promoted', 'mara@example.com', { actor: null }),
    done('1', 'account_added', accounts.users[0].email, {
      actor: null,
      details: { plan: 'pro', isAdministrator: false },
    }),
  ],
  hasMore: true,
};

export const pro = (answer) => ({ user: { ...answer.user, isPro: true } });

/** Returns the answer of a server that reads a site beside Reddit. */
export const withSites = (answer) => ({
  user: { ...answer.user, isPro: true, sites: ['news.ycombinator.com'] },
});

/** Returns the answer of a server that reads feeds. */
export const withFeeds = (answer) => ({
  user: { ...answer.user, isPro: true, readsFeeds: true },
});

const followedFeed = (_id, place, title, more = {}) => ({
  _id,
  place: `feed/${place}`,
  title,
  address: `https://${place.split('/')[0]}/feed.xml`,
  pushName: null,
  site: `https://${place.split('/')[0]}/`,
  addedAt: '2026-01-01T00:00:00Z',
  isStopped: false,
  readAt: minutesAgo(5),
  nextReadAt: null,
  newestAt: null,
  intervalSeconds: 1800,
  failures: 0,
  error: null,
  remark: null,
  polls: 120,
  unchanged: 90,
  items: 300,
  ...more,
});

/** Feeds in every state. */
export const followedFeeds = {
  feeds: [
    followedFeed('1', 'kettles.example/0000000a', 'All about kettles'),
    followedFeed('2', 'news.example/0000000b', 'Compost news of the week, with all that is new', {
      failures: 4,
      readAt: minutesAgo(300),
      error: 'the server answered with status 500',
    }),
    followedFeed('3', 'old.example/0000000c', 'old.example', { isStopped: true, site: '' }),
    followedFeed('4', 'tea.example/0000000d', 'Tea', { readAt: null }),
    followedFeed('5', 'pots.example/0000000e', 'Pots', {
      remark: 'it breaks off, so that entries may be missing',
    }),
    followedFeed('6', 'mail.push/0000000f', 'mail', {
      address: '',
      site: '',
      pushName: 'mail',
      newestAt: minutesAgo(12),
    }),
  ],
  limit: 200,
};

/** The same feeds at the plan's limit. */
export const allFeeds = { ...followedFeeds, limit: followedFeeds.feeds.length };

/** The answer for a web page that links to two feeds. */
export const feedChoices = {
  feed: null,
  choices: [
    { title: 'Posts', address: 'https://garden.example/posts.xml' },
    { title: 'Comments', address: 'https://garden.example/comments.xml' },
  ],
};

/** The result of importing a list of feeds. */
export const feedImport = {
  added: 1,
  refused: 1,
  lines: [
    {
      title: 'Garden',
      address: 'https://garden.example/posts.xml',
      feedId: '5',
      isNew: true,
      code: null,
      error: null,
    },
    {
      title: 'Tea',
      address: 'https://tea.example/feed.xml',
      feedId: '4',
      isNew: false,
      code: null,
      error: null,
    },
    {
      title: 'Inside',
      address: 'https://inside.example/feed.xml',
      feedId: null,
      isNew: false,
      code: 'FEED_LIMIT_EXCEEDED',
      error: 'Your plan includes 200 feeds. Stop following one to make room for another.',
    },
  ],
};

const channel = (_id, channel, name, shown, status, more = {}) => ({
  _id,
  channel,
  name,
  shown,
  status,
  watchIds: null,
  reportsGaps: false,
  failingSince: null,
  lastError: null,
  lastSentAt: null,
  pausedAt: null,
  heldUntil: null,
  createdAt: inDays(-20),
  ...more,
});

const device = (_id, name, status, more = {}) =>
  channel(_id, 'push', name, 'push.example', status, { lastSentAt: inDays(-1), ...more });

export const deviceList = {
  endpoints: [
    device('1', 'Firefox on Linux', 'working'),
    device('2', 'Chrome on Android', 'failing', {
      failingSince: inDays(-2),
      lastError: '503 The push service is busy',
    }),
    device('3', 'Safari on iPhone', 'paused', { pausedAt: inDays(-1), lastError: '500' }),
  ],
};

const key = (_id, name, scopes, more = {}) => ({
  ...{ _id, name, scopes, createdAt: inDays(-40), expiresAt: inDays(50), lastUsedAt: null },
  isExpired: false,
  ...more,
});

export const keyList = {
  keys: [
    key('1', 'Nightly import of our list of competitors', ['read', 'keywords'], {
      lastUsedAt: minutesAgo(3),
    }),
    key('2', 'HomeAssistantInTheLivingRoomInTheKitchenAndInTheGardenShed', [
      'read',
      'notifications',
      'admin',
    ]),
    key('3', 'Backup', ['read'], { expiresAt: inDays(-2), isExpired: true }),
  ],
  limit: 20,
};
export const newKey = { key: keyList.keys[0], token: `hk_${'4f2b8a61'.repeat(5)}` };

const refusal = 'answered 404 (no_service): create a new webhook in Slack and enter its address';

export const channelList = {
  endpoints: [
    channel('1', 'webhook', 'Our own server', 'hooks.example.com', 'working', {
      lastSentAt: inDays(-0.1),
    }),
    channel('2', 'slack', 'Team chat', 'hooks.slack.com', 'failing', {
      failingSince: inDays(-2),
      lastError: refusal,
    }),
    channel('3', 'discord', 'Founders', 'discord.com', 'new', { watchIds: ['gone', 'gone too'] }),
    channel('4', 'telegram', 'On my phone', '@a_channel_of_mine', 'paused', {
      pausedAt: inDays(-1),
    }),
    channel('5', 'ntfy', 'A-name-that-nobody-would-want-to-break-in-two', 'ntfy.sh', 'paused', {
      pausedAt: inDays(-1),
      failingSince: inDays(-6),
      lastError: 'there was no answer within 15 s',
    }),
  ],
};

const feed = (name) => ({
  rss: `https://harken.example/api/feeds/${name}/rss.xml`,
  atom: `https://harken.example/api/feeds/${name}/atom.xml`,
  json: `https://harken.example/api/feeds/${name}/feed.json`,
});

export const feedList = {
  all: feed('all'),
  gaps: feed('gaps'),
  watches: ['compost', 'kettle', 'sourdough starter', 'mulch', 'oolong', 'a-b-c', 'x'].map(
    (keyword) => ({ watchId: keyword, keyword, ...feed(keyword) }),
  ),
};

const attempt = (number, outcome, statusCode, detail) => ({
  number,
  startedAt: inDays(-1 + number / 100),
  durationMs: 143 * number,
  outcome,
  statusCode,
  detail,
});

const delivery = (_id, status, subject, attempts, more = {}) => ({
  ...failed(_id, 'webhook', 'Our own server', subject, null),
  status,
  attempts,
  ...more,
});

export const deliveryList = {
  deliveries: [
    delivery(
      '1',
      'pending',
      '“compost” in r/gardening: Is this compost ready?',
      [
        attempt(1, 'retry', 503, 'answered 503'),
        attempt(2, 'retry', null, 'there was no answer within 15 s'),
      ],
      { reason: 'there was no answer within 15 s', nextAttemptAt: inDays(1) },
    ),
    delivery('2', 'sent', 'A test message', [attempt(1, 'sent', 200, '')]),
    delivery(
      '3',
      'dead',
      '“kettle” in r/BuyItForLife: A kettle that lasts',
      [attempt(1, 'dead', 404, 'answered 404: nothing accepts messages there: check the address')],
      { reason: 'answered 404: nothing accepts messages there: check the address' },
    ),
    delivery('4', 'skipped', 'A match that no longer exists', [], {
      reason: 'the channel is paused',
    }),
  ],
  pagination: { page: 1, limit: 20, total: 3, totalItems: 44, hasMore: true },
};

/** Returns the groups with their first three notifications as one story, then a tombstone. */
export const stories = (answer) => ({
  ...answer,
  groupedNotifications: answer.groupedNotifications.map((group) => ({
    ...group,
    notifications: group.notifications.map((one, at) => ({
      ...one,
      storyId: at < 3 ? 'one' : one._id,
      threadId: at < 3 ? 'one' : one._id,
      ...(at === 3 && {
        gone: true,
        matches: [],
        redditPost: { ...one.redditPost, title: '[removed]', content: '', author: '' },
      }),
    })),
  })),
});

const savedSearch = (_id, name, filters, view = null, density = null) => ({
  ...{ _id, name, filters, view, density },
  createdAt: inDays(-3),
});

export const savedSearches = {
  searches: [
    savedSearch('1', 'Compost', { q: 'compost', kind: 'post' }),
    savedSearch('2', 'Kettles that people ask about again and again', { q: 'kettle OR pot' }),
    savedSearch('3', 'Answered last week', { status: 'read' }, 'timeline', 'rows'),
  ],
};

const foundOne = (_id, status, title, content, more = {}) => ({
  _id,
  status,
  createdAt: inDays(-_id),
  matchedKeyword: 'compost',
  watchId: 'watch-1',
  kind: 'post',
  redditPost: {
    subreddit: 'gardening',
    title,
    content,
    url: 'https://forum.example/p/1',
    flair: '',
    link: '',
    author: 'someone',
  },
  matches: [],
  threadId: _id,
  storyId: _id,
  gone: false,
  ...more,
});

export const foundNotifications = {
  notifications: [
    foundOne('1', 'unread', 'Is this compost ready?', 'It smells of earth, and is still warm.'),
    foundOne('2', 'read', 'A year of compost, in numbers', ''),
    foundOne('3', 'archived', 'What may go into compost', 'Peel, leaves and paper. '.repeat(20)),
  ],
  next: '1.1',
  searchedBackTo: inDays(-3),
};

/** The matches of one message, some of them on the next page. */
export const messageNotifications = {
  notifications: foundNotifications.notifications,
  pagination: { page: 1, limit: 20, total: 2, totalItems: 40, hasMore: true },
};

/** What is set aside, and how much of it is relevant at most. */
export const setAside = {
  '**/api/users/profile': withPreferences({ setsAside: true }),
  '**/api/keywords/set-aside': {
    watches: [
      {
        ...{ watchId: 'watch-1', keyword: 'compost', learned: true },
        ...{ setAside: 41, shown: 14, opened: 0, atMostRelevant: 0.193, ignoredWords: ['remote'] },
      },
    ],
  },
  '**/api/notifications?*status=aside*': {
    ...messageNotifications,
    notifications: messageNotifications.notifications.map((one) => ({ ...one, status: 'aside' })),
  },
  '**/api/notifications/*/explanation': {
    explanation: null,
    asideWords: ['hiring', 'salary'],
    asideReason: null,
  },
};

export const snoozedWatches = (answer) => ({
  ...answer,
  watches: answer.watches.map((watch) => ({ ...watch, snoozedUntil: inDays(0.9) })),
});

const words = ['kettle', 'teapot', 'compost heap', 'sourdough starter', 'cast iron', 'espresso'];
const about = ['review', 'recommendation', 'broken', 'alternative', 'second hand', 'worth it'];

/** Returns the answer with 60 keywords, which are rows. */
export const manyKeywords = (answer) => {
  const watches = Array.from({ length: 60 }, (_, at) => ({
    ...answer.watches[at % 2],
    _id: `many-${at}`,
    keyword: `${words[at % 6]} ${about[Math.floor(at / 6) % 6]}${at < 36 ? '' : ' 2'}`,
    isActive: at % 9 !== 4,
    matchCount: (at * 37) % 1_200,
    lastMatchAt: at % 5 === 3 ? null : inDays(-((at * 7) % 30) / 4),
    snoozedUntil: at % 14 === 2 ? inDays(0.9) : null,
    mode: at % 11 === 6 ? 'query' : 'literal',
    unreadableSubreddits:
      at % 17 === 8 ? [{ name: 'tea', reason: 'private', since: inDays(-3) }] : undefined,
  }));
  return { ...answer, watches, total: watches.length, active: 53 };
};

const dueAt = inDays(0);

/** Returns the answer with a change due for the second keyword. */
export const proposalDue = (answer) => ({
  ...answer,
  watches: answer.watches.map((one, index) => ({
    ...one,
    proposalDueAt: index === 1 ? dueAt : null,
  })),
});

const kettleFilters = {
  includePosts: true,
  includeComments: true,
  matchTitlesOnly: false,
  caseSensitive: false,
  wholeWordOnly: false,
};

export const proposal = {
  proposal: {
    changes: [{ kind: 'word', value: 'giveaway' }],
    rule: {
      keyword: '*kettle* -giveaway',
      mode: 'query',
      subreddits: ['tea', 'BuyItForLife'],
      excludedSubreddits: [],
      excludedAuthors: [],
      filters: kettleFilters,
    },
    notRelevant: 3,
    dropped: 3,
    kept: 2,
    undecided: 2,
    undecidedDropped: 1,
    alsoDropped: [],
  },
};

const judged = (judgement, title, body = '', subreddit = 'tea') => ({
  notificationId: `notification-${title}`,
  judgement,
  item: {
    _id: `item-${title}`,
    kind: 'post',
    subreddit,
    author: 'somebody',
    title,
    body,
    url: 'https://forum.example/kettle',
    flair: '',
    link: '',
    score: 4,
    createdAt: inDays(-1),
  },
});

export const judgedMatches = {
  matches: [
    judged('notRelevant', 'Kettle giveaway for our readers', 'Leave a comment by Sunday.'),
    judged('undecided', 'One more giveaway: a kettle and six cups', ''),
    judged('opened', 'Which kettle for oolong & green tea?', 'My old kettle only knows boiling.'),
    judged('notRelevant', 'GIVEAWAY', 'Win the kettle that everybody talks about.'),
    judged('opened', 'A kettle that lasts', 'Ours has boiled for 22 years.', 'BuyItForLife'),
    judged('notRelevant', 'Summer giveaway', 'A kettle, a pot, a tray.', 'BuyItForLife'),
    judged('undecided', 'Is a gooseneck kettle worth it?', ''),
  ],
};

const variant = {
  keyword: 'kettle OR teapot',
  mode: 'query',
  startedAt: inDays(-3),
  endsAt: inDays(11),
  endedAt: null,
  expensivePart: null,
  added: 12,
};

/** Returns the answer with a variant of the second keyword being tried. */
export const variantTried = (answer) => ({
  ...answer,
  watches: answer.watches.map((watch, index) => (index === 1 ? { ...watch, variant } : watch)),
});

const found = (title, body, start, end, subreddit = 'tea') => ({
  item: judged('undecided', title, body, subreddit).item,
  matches: [{ field: 'title', start, end }],
});

/** The differences between the variant and the keyword. */
export const variantDifference = {
  ...variant,
  rule: {
    keyword: 'kettle OR teapot',
    mode: 'query',
    subreddits: ['tea', 'BuyItForLife'],
    excludedSubreddits: [],
    excludedAuthors: ['kettle_shop'],
    filters: { ...kettleFilters, matchTitlesOnly: true },
  },
  addedMatches: [
    found('My first teapot', 'It is small, brown and does not drip.', 9, 15),
    found('Teapot or gaiwan for a single person?', '', 0, 6),
    found('Which teapot lasts a lifetime?', 'Ours broke after a year.', 6, 12, 'BuyItForLife'),
  ],
  compared: 41,
  dropped: 1,
  droppedMatches: [found('A kettle shop opens', 'Everything at half the price.', 2, 8)],
};

let nearMissedId;

/** Returns the list of keywords unchanged, and notes the second one for `nearMisses`. */
export const nearMissed = (answer) => {
  nearMissedId = answer.watches[1]._id;
  return answer;
};

const nearMiss = (kind, value, rule, count, examples) => ({
  change: { kind, value },
  rule: { ...proposal.proposal.rule, ...rule },
  count,
  comments: 0,
  examples: examples.map(([title, word, body = '']) => ({
    item: judged('undecided', title, body).item,
    matches: [
      { field: 'title', start: title.indexOf(word), end: title.indexOf(word) + word.length },
    ],
  })),
});

export const nearMisses = () => ({
  watches: [
    {
      watchId: nearMissedId,
      lookedAt: inDays(-1),
      hours: 36,
      changes: [
        nearMiss('misspelling', 'kettel', { keyword: 'kettle OR kettel' }, 4, [
          ['Which kettel for oolong?', 'kettel', 'My old one only knows boiling.'],
          ['My kettel whistles at night', 'kettel'],
          ['Gooseneck kettel, worth it?', 'kettel', 'It costs twice as much as the one I have.'],
          ['A kettel that lasts', 'kettel', 'Ours has boiled for 22 years.'],
        ]),
        nearMiss('partsOfWords', '', { keyword: 'kettle', mode: 'literal' }, 7, [
          ['Two kettles, one plug', 'kettle'],
          ['What teakettles were like', 'kettle', 'On the stove, and never watched.'],
        ]),
        nearMiss('subreddit', 'Deals', { keyword: 'kettle', mode: 'literal' }, 1, []),
      ],
    },
  ],
});

const hearingStep = (kind, state, more = {}) => ({
  kind,
  channel: null,
  name: null,
  state,
  afterMs: null,
  tookMs: null,
  reason: null,
  heldUntil: null,
  heldBy: null,
  ...more,
});

const hearingTest = (steps, isFinished) => ({
  _id: 'hearing-test',
  watchId: 'watch',
  keyword: 'kettle',
  title: 'Hearing test: kettle',
  content: '',
  plantedAt: inDays(0),
  steps,
  isFinished,
});

/** A hearing test with a step of each kind. */
export const hearingRuns = hearingTest(
  [
    hearingStep('read', 'done', { afterMs: 31 }),
    hearingStep('matched', 'done', { afterMs: 34 }),
    hearingStep('stored', 'done', { afterMs: 52 }),
    hearingStep('sent', 'done', {
      channel: 'mail',
      afterMs: 1_430,
      heldUntil: '2200-01-02T08:00:00Z',
      heldBy: 'daily',
    }),
    hearingStep('sent', 'waiting', { channel: 'push', name: 'Firefox on Linux' }),
    hearingStep('sent', 'done', { channel: 'slack', name: 'Tea room', afterMs: 214 }),
    hearingStep('sent', 'failed', {
      channel: 'webhook',
      name: 'My-own-receiver.example',
      reason: 'answered 503: try later. It is sent again after a while.',
    }),
    hearingStep('sent', 'skipped', {
      channel: 'discord',
      name: 'The other room',
      reason: 'It is paused until you resume it. The last attempt failed: answered 404',
    }),
  ],
  false,
);

/** A hearing test that a mute has ended. */
export const hearingEnds = hearingTest(
  [
    hearingStep('read', 'done', { afterMs: 31 }),
    hearingStep('matched', 'done', { afterMs: 34 }),
    hearingStep('stored', 'failed', {
      reason:
        'One of your mutes covers the post, as it would cover any match with the same words. See Mutes in Settings.',
    }),
  ],
  true,
);

const importLine = (line, source, code, error, more = {}) => ({
  line,
  source,
  watchId: code ? null : `watch-${line}`,
  code,
  error,
  notes: [],
  ...more,
});

export const importAnswer = {
  created: 1,
  refused: 3,
  lines: [
    importLine(2, 'worm farm,,composting', null, null, {
      notes: ['label is not imported: garden'],
    }),
    importLine(
      3,
      '(leaf OR mould,query,',
      'PLAN_UPGRADE_REQUIRED',
      'Queries are part of the Pro plan. Upgrade to Pro to use them.',
    ),
    importLine(4, 'kettle,,', 'ALREADY_WATCHED', 'Your keyword “kettle” already finds the same'),
    importLine(
      5,
      `${'avery-long-keyword-that-nobody-would-break-'.repeat(5)},,`,
      'VALIDATION_FAILED',
      'Use at most 200 characters',
    ),
  ],
};

export const explanation = {
  keyword: '(compost OR "worm farm") -giveaway flair:advice type:post',
  mode: 'query',
  verdict: 'match',
  reasons: [
    {
      rule: 'compost',
      at: { start: 1, end: 8 },
      spans: [{ field: 'title', start: 0, end: 7 }],
    },
    { rule: '-giveaway', at: { start: 25, end: 34 }, spans: [] },
    { rule: 'type:post', at: { start: 48, end: 57 }, spans: [] },
  ],
  rejections: [],
};

const dayAgo = (days) => inDays(-days).slice(0, 10);
const places = 'gardening composting homestead Permaculture AskUK nolawns ZeroWasteAndMuchElse';

/** The counts of a watch with many matches, by a server that did not search all stored items. */
export const counts = {
  searched: 20_000,
  searchedSince: inDays(-1.2),
  hours: 36,
  readSince: null,
  complete: false,
  matching: 2_661,
  share: 0.13,
  estimate: { matching: 2_661, minutes: 29 * 60, perDay: 2_202.2 },
  perDay: [0, 2_230, 431].map((count, at) => ({ date: dayAgo(2 - at), count })),
  subreddits: places.split(' ').map((subreddit, at) => ({ subreddit, count: 900 - 120 * at })),
  newest: [],
  lints: [],
};

const aLint = (code, text, more) => ({ code, text, part: null, watchId: null, ...more });

/** The same counts with a remark of every kind. */
export const remarks = {
  ...counts,
  lints: [
    aLint('neverMatches', 'This can never match: it requires tea, but -tea* excludes it'),
    aLint('sameAs', 'Your keyword “kettle” already finds the same'),
    aLint('lowerCaseOperator', '"or" is searched for as a word; write OR to combine words', {
      part: { start: 8, end: 10 },
    }),
    aLint('insideCommonWords', 'tea is part of 24 common words, such as steam, team, teach'),
    aLint('matchesMuch', 'This matches 4% of everything: expect about 70,000 matches a day'),
  ],
};

const plan = (changes, billing = 'stripe') => ({
  isPro: changes.plan === 'pro',
  subscription: {
    plan: 'free',
    status: 'active',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: null,
    interval: null,
    ...changes,
  },
  billing,
});

const paid = { plan: 'pro', currentPeriodEnd: inDays(30), interval: 'year' };

export const freePlan = plan({});
export const nothingSold = plan({}, 'none');
export const proPlan = plan(paid);
export const endingPlan = plan({ ...paid, cancelAtPeriodEnd: true });
export const pastDuePlan = plan({ ...paid, status: 'past_due' });
export const proUsage = { keywordCount: 41, keywordLimit: null, notificationCount: 12_803 };

/** The number of unread notifications of somebody who has not looked for a while. */
export const MANY = 10_710;

/** The ids of the unread notifications and of others that no list shows. */
export const manyIds = (answer) => ({
  ...answer,
  notifications: Array.from(
    { length: MANY },
    (_, number) =>
      answer.notifications[number] ?? {
        _id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
        matchedKeyword: 'compost',
        status: 'unread',
      },
  ),
});
