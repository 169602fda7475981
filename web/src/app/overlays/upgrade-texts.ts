import { freeKeywordLimit } from '@/entities/plan/plans';
import { numberText } from '@/lib/number';
import type { Wanted } from '@/lib/upgrade';

type UpgradeText = { title: string; message: string; benefits: readonly string[] };

const title = 'Upgrade to Pro';
// Leaves out what Free includes as well, such as email.
const benefits = [
  'Unlimited keyword watches',
  'Advanced filters and search',
  'Browser alerts, chats, webhooks and feeds',
];

/** The texts of the upgrade dialog, by the feature that was wanted. */
export const upgradeTexts: Record<Wanted, UpgradeText> = {
  'more-keywords': {
    title: 'Keyword Limit Reached',
    message: `You've reached the maximum of ${numberText(freeKeywordLimit)} keywords for free users. Upgrade to Pro for unlimited keyword watches!`,
    benefits,
  },
  advanced: {
    title,
    message:
      "You've reached the limit for free users. Upgrade to Pro for unlimited keyword watches and advanced features.",
    benefits,
  },
  search: {
    title,
    message: 'Searching for more than one word is part of the Pro plan.',
    benefits: [
      'Phrases, several words and filters, over 90 days',
      'Saved searches that you can turn into keywords',
      'Unlimited keywords and advanced filters',
    ],
  },
  analytics: {
    title,
    message: 'Analytics is part of the Pro plan.',
    benefits: [
      'Matches by keyword, place, author and hour over 13 months',
      'What you opened, and what was not relevant',
      'Every chart as a table and as a CSV file',
      'Unlimited keywords and advanced filters',
    ],
  },
  channels: {
    title,
    message: 'Chats, webhooks and feeds are part of the Pro plan.',
    benefits: [
      'Slack, Discord, Telegram and ntfy',
      'Signed webhooks, with a log of every attempt',
      'Private RSS, Atom and JSON feeds',
      'Unlimited keywords and advanced filters',
    ],
  },
  'browser-alerts': {
    title,
    message:
      'Browser alerts are part of Pro. Upgrade to get alerts on your devices while Harken is closed.',
    benefits,
  },
};
