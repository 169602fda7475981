/** What the channels of alerts are called. */
export const channelNames = {
  mail: 'Email',
  push: 'Browser',
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  ntfy: 'ntfy',
};
