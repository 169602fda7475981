import type { WebhookTemplate } from '@/api/types';

import recipes from './recipes.json';

/** A template as it is edited: its headers are lines. */
export type TemplateText = { method: Method; headers: string; body: string };

export type Method = NonNullable<WebhookTemplate['method']>;

export const methods: readonly Method[] = ['POST', 'PUT', 'PATCH'];

export type Recipe = { name: string; url: string; text: TemplateText };

/** The forms that services expect. Words in capital letters are for the user to replace. */
export const knownRecipes: readonly Recipe[] = recipes.map(({ name, url, headers, body }) => ({
  name,
  url,
  text: textOf({ headers: headers as Record<string, string>, body: JSON.stringify(body, null, 2) }),
}));

export function textOf({ method = 'POST', headers = {}, body }: WebhookTemplate): TemplateText {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return { method, headers: lines.join('\n'), body };
}

export function templateOf({ method, headers, body }: TemplateText): WebhookTemplate {
  const lines = headers.split('\n').filter((line) => line.trim());
  const parts = lines.map((line): [string, string] => {
    const [name = '', ...rest] = line.split(':');
    return [name.trim(), rest.join(':').trim()];
  });
  return { method, headers: Object.fromEntries(parts), body };
}
