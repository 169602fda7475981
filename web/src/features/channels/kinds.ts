import { Hash, type LucideIcon, Megaphone, MessagesSquare, Send, Webhook } from 'lucide-react';

import type { EndpointChannel } from '@/api/types';

/** The kinds of channels that can be added here; browsers are added in the settings. */
export type ChannelKind = Exclude<EndpointChannel, 'push'>;

/** The server's name of a field. */
export type FieldName = 'url' | 'botToken' | 'chatId' | 'token';

type KindField = {
  name: FieldName;
  label: string;
  placeholder?: string;
  hint?: string;
  optional?: boolean;
  /** Masks the value because it grants access. */
  secret?: boolean;
};

type Kind = {
  label: string;
  icon: LucideIcon;
  /** A short description. */
  about: string;
  /** Explains where to find the address. */
  where: string;
  fields: KindField[];
};

const https = 'Please enter an address that begins with https://';
export const addressProblem = (url: string) => (/^https?:\/\/\S+$/i.test(url) ? undefined : https);

/** All kinds of channels that can be added, in the order of the list. */
export const kinds: Record<ChannelKind, Kind> = {
  slack: {
    label: 'Slack',
    icon: Hash,
    about: 'Messages in a Slack channel',
    where:
      'In Slack, open your app’s settings, turn on “Incoming Webhooks”, add one to a channel and copy its address.',
    fields: [
      { name: 'url', label: 'Webhook address', placeholder: 'https://hooks.slack.com/services/…' },
    ],
  },
  discord: {
    label: 'Discord',
    icon: MessagesSquare,
    about: 'Messages in a Discord channel',
    where:
      'In Discord, open the channel’s settings, then Integrations, Webhooks, “New Webhook”, and copy its address.',
    fields: [
      { name: 'url', label: 'Webhook address', placeholder: 'https://discord.com/api/webhooks/…' },
    ],
  },
  telegram: {
    label: 'Telegram',
    icon: Send,
    about: 'Messages from your own bot',
    where:
      'In Telegram, ask @BotFather for a new bot and copy its token. Then write to the bot, or add it to a group, so that it can reply.',
    fields: [
      {
        name: 'botToken',
        label: 'Bot token',
        placeholder: '123456789:AA…',
        secret: true,
      },
      {
        name: 'chatId',
        label: 'Chat ID',
        placeholder: '123456789, @name or https://t.me/…',
        hint: 'The chat’s number (negative for groups), its @name, or a link to it or to one of its topics.',
      },
    ],
  },
  ntfy: {
    label: 'ntfy',
    icon: Megaphone,
    about: 'Push messages to the ntfy app',
    where:
      'In the ntfy app, subscribe to a topic. Give it a name that nobody can guess: anyone who knows the address can read along.',
    fields: [
      { name: 'url', label: 'Topic address', placeholder: 'https://ntfy.sh/your-secret-topic' },
      {
        name: 'token',
        label: 'Access token (optional)',
        hint: 'Only for topics that are protected.',
        optional: true,
        secret: true,
      },
    ],
  },
  webhook: {
    label: 'Webhook',
    icon: Webhook,
    about: 'Signed requests to your own server',
    where:
      'The address on your server that takes POST requests with JSON. Each request is signed; the secret to check it with is on the channel’s page.',
    fields: [{ name: 'url', label: 'Address', placeholder: 'https://example.com/harken' }],
  },
};

export const kindNames = Object.keys(kinds) as ChannelKind[];
