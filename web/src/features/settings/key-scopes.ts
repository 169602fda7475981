import type { ApiKeyScope } from '@/api/types';

/** What a key can do, within a list and as a sentence. */
export const keyScopes: Record<ApiKeyScope, { label: string; text: string }> = {
  read: { label: 'read', text: 'Read keywords, notifications and reports' },
  keywords: { label: 'change keywords', text: 'Change keywords and followed feeds' },
  notifications: {
    label: 'change notifications',
    text: 'Change notifications, mutes and channels',
  },
  ingest: { label: 'send items', text: 'Send items to push sources' },
  admin: { label: 'administer', text: 'Administer this server' },
};

export const scopeNames = Object.keys(keyScopes) as ApiKeyScope[];
