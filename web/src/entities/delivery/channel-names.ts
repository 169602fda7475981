/** The names of the channels of alerts. */
export const channelNames = {
  mail: 'Email',
  push: 'Browser',
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  ntfy: 'ntfy',
};
