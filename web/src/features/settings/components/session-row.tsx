import { Laptop, Smartphone } from 'lucide-react';

import type { Session } from '@/api/types';
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { dateText } from '@/lib/dates';
import { deviceName, isHandheld } from '@/lib/device-name';

type SessionRowProps = { session: Session; ending: boolean; onEnd: () => void };

export function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { userAgent, createdAt, lastUsedAt, isCurrent } = session;
  const name = deviceName(userAgent);
  const Icon = isHandheld(userAgent) ? Smartphone : Laptop;
  const since = dateText(createdAt);
  return (
    <li className="flex items-center gap-4 px-5 py-4 sm:px-6">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold" title={userAgent}>
          {name}
          {isCurrent && <Badge tone="good">This device</Badge>}
        </p>
        <p className="text-sm text-ink-faint">
          {isCurrent ? (
            'Active now'
          ) : (
            <>
              {'Last used: '}
              <Age time={lastUsedAt} form="within" />
            </>
          )}
          {` • Signed in ${since}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="ghost"
          size="sm"
          busy={ending}
          aria-label={`Sign out ${name}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
