import { generatePath, matchPath } from 'react-router';

/** Every path of the app, for the router and for links. */
export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  setup: '/setup',
  verifyEmail: '/verify-email',
  verifySuccess: '/verify-success',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  terms: '/terms',
  refund: '/refund',
  privacy: '/privacy',
  status: '/status',
  dashboard: '/dashboard',
  keywords: '/keywords',
  notifications: '/notifications',
  search: '/notifications/search',
  message: '/notifications/message/:id',
  channels: '/channels',
  channel: '/channels/:id',
  analytics: '/analytics',
  aiInsights: '/ai-insights',
  subscription: '/subscription',
  subscriptionSuccess: '/subscription/success',
  subscriptionCancel: '/subscription/cancel',
  settings: '/settings',
  mutes: '/mutes',
  feeds: '/feeds',
  coverage: '/coverage',
  coveragePlace: '/coverage/:place',
  administration: '/admin',
} as const;

/** The paths that require a signed-in user. */
export const protectedPaths: readonly string[] = [
  paths.dashboard,
  paths.keywords,
  paths.notifications,
  paths.search,
  paths.message,
  paths.channels,
  paths.channel,
  paths.settings,
  paths.mutes,
  paths.feeds,
  paths.coverage,
  paths.coveragePlace,
  paths.administration,
  paths.analytics,
  paths.aiInsights,
  paths.subscription,
  paths.subscriptionSuccess,
  paths.subscriptionCancel,
];

/** Returns the path of a channel's page. */
export const channelPath = (id: string) => generatePath(paths.channel, { id });

/** Returns the path of a subreddit's coverage page; `all` is for r/all. */
export const coveragePlacePath = (place: string) => generatePath(paths.coveragePlace, { place });

/** Returns whether `pathname` requires a signed-in user; a trailing slash makes no difference. */
export function isProtectedPath(pathname: string): boolean {
  return protectedPaths.some((path) => matchPath(path, pathname) !== null);
}
