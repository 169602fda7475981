import type { ApiKey } from '@/api/types';
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { dateTimeText } from '@/lib/dates';
import { counted } from '@/lib/number';
import { asSentence } from '@/lib/sentence';

import { keyScopes } from '../key-scopes';

const DAY_MS = 86_400_000;

function expiryText(expiresAt: string): string {
  const days = Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS);
  return days < 1 ? 'Expires within a day' : `Expires in ${counted(days, 'day')}`;
}

type KeyRowProps = { apiKey: ApiKey; onRevoke: () => void };

export function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const { name, scopes, lastUsedAt, expiresAt, isExpired } = apiKey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-28">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <bdi>{name}</bdi>
          {isExpired && <Badge tone="bad">Expired</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {asSentence(scopes.map((scope) => keyScopes[scope].label).join(', '))}
        </p>
        <p className="text-sm text-ink-faint">
          {lastUsedAt ? (
            <>
              {'Last used '}
              <Age time={lastUsedAt} form="within" />
            </>
          ) : (
            'Never used'
          )}
          {!isExpired && (
            <>
              {' • '}
              <time dateTime={expiresAt} title={dateTimeText(expiresAt)}>
                {expiryText(expiresAt)}
              </time>
            </>
          )}
        </p>
      </div>
      <Button variant="ghost" size="sm" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
