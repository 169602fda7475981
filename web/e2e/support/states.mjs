// What the server answers in states that take days to come about.

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
  mailProblem: { since: inDays(-2), reason: '550 5.1.1 The mailbox does not exist' },
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

export const failedDeliveries = {
  total: 3,
  deliveries: [
    failed('1', 'mail', null, 'A kettle that lasts', '550 5.1.1 The mailbox does not exist'),
    failed('2', 'slack', 'Team chat', 'Is this compost ready?', '404 no_service'),
    failed(
      '3',
      'webhook',
      'https-hook-with-a-name-that-nobody-would-want-to-break-in-two-places',
      'A year of compost, in numbers',
      'It did not answer within 10 seconds',
    ),
  ],
};

export const trouble = {
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
    mute('1', 'author', 'u/loud_one'),
    mute('2', 'subreddit', 'r/memes', { cleaned: 12, until: inDays(6) }),
    mute('3', 'word', 'giveaway', { watchId: 'watch-1', keyword: 'kettle' }),
    mute('4', 'thread', 'What is the one thing in your kitchen that you would never give away?'),
  ],
};

const device = (_id, name, more = {}) => ({
  _id,
  name,
  channel: 'push',
  shown: 'push.example',
  watchIds: null,
  status: 'working',
  failingSince: null,
  lastError: null,
  lastSentAt: inDays(-1),
  pausedAt: null,
  createdAt: inDays(-40),
  ...more,
});

export const deviceList = {
  endpoints: [
    device('1', 'Firefox on Linux'),
    device('2', 'Chrome on Android', {
      status: 'failing',
      failingSince: inDays(-2),
      lastError: '503 The push service is busy',
    }),
    device('3', 'Safari on iPhone', { status: 'paused', pausedAt: inDays(-1), lastError: '500' }),
  ],
};
