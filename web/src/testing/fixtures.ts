import type { Notification, RecentItem, SubscriptionStatus, User, Watch } from '@/api/types';

export function aUser(changes: Partial<User> = {}): User {
  return {
    _id: 'user-1',
    firstName: 'Mara',
    lastName: 'Lind',
    email: 'mara@example.com',
    isEmailVerified: true,
    isPro: false,
    isAdministrator: false,
    subscription: { plan: 'free', status: 'active' },
    notificationPreferences: {
      emailNotifications: true,
      emailFrequency: 'realtime',
      quietHours: null,
      burstLimit: 20,
      setsAside: false,
      snoozedUntil: null,
      mailProblem: null,
    },
    settings: { theme: 'system' },
    timeZone: 'UTC',
    firstSteps: false,
    sites: [],
    readsFeeds: false,
    announcement: null,
    readsReddit: true,
    createdAt: '2026-01-01T00:00:00Z',
    ...changes,
  };
}

/** Returns a Free user's plan. */
export function aStatus(changes: Partial<SubscriptionStatus> = {}): SubscriptionStatus {
  return {
    isPro: false,
    subscription: {
      plan: 'free',
      status: 'active',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
      interval: null,
    },
    billing: 'stripe',
    ...changes,
  };
}

type Term = SubscriptionStatus['subscription'];

/** Returns the plan of a user who pays for Pro monthly. */
export function aProStatus(changes: Partial<Term> = {}): SubscriptionStatus {
  return aStatus({
    isPro: true,
    subscription: {
      plan: 'pro',
      status: 'active',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: '2026-12-22T12:00:00Z',
      interval: 'month',
      ...changes,
    },
  });
}

export function aWatch(changes: Partial<Watch> = {}): Watch {
  return {
    _id: 'watch-1',
    keyword: 'rust',
    mode: 'literal',
    subreddits: ['programming'],
    excludedSubreddits: [],
    excludedAuthors: [],
    isActive: true,
    pausedAt: null,
    pausedPart: null,
    matchCount: 12,
    lastMatchAt: null,
    tags: [],
    notes: '',
    description: '',
    filters: {
      includePosts: true,
      includeComments: true,
      matchTitlesOnly: false,
      caseSensitive: false,
      wholeWordOnly: false,
    },
    notificationSettings: {
      browserNotification: true,
      emailNotification: false,
      frequency: 'realtime',
      showAll: false,
    },
    snoozedUntil: null,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...changes,
  };
}

/** Returns a post for a preview to search. */
export function anItem(id: number, changes: Partial<RecentItem> = {}): RecentItem {
  return {
    _id: `item-${id}`,
    kind: 'post',
    subreddit: 'programming',
    author: 'someone',
    title: `Post ${id}`,
    body: '',
    url: `https://forum.example/p/${id}`,
    flair: '',
    link: '',
    score: 1,
    createdAt: '2026-01-01T00:00:00Z',
    ...changes,
  };
}

export function aNotification(changes: Partial<Notification> = {}): Notification {
  return {
    _id: 'notification-1',
    createdAt: '2026-01-01T12:00:00Z',
    matchedKeyword: 'rust',
    watchId: 'watch-1',
    status: 'unread',
    kind: 'post',
    redditPost: {
      subreddit: 'programming',
      title: 'A year of Rust',
      content: '',
      url: 'https://forum.example/p/1',
      flair: '',
      link: '',
      author: 'someone',
    },
    matches: [{ field: 'title', start: 10, end: 14 }],
    // By default each is in a thread of its own.
    threadId: `thread of ${changes._id ?? 'notification-1'}`,
    storyId: `thread of ${changes._id ?? 'notification-1'}`,
    gone: false,
    ...changes,
  };
}
