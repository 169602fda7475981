import { clsx } from 'clsx';
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';

import type { FollowedFeed } from '@/api/types';
import { Button } from '@/components/ui/button';
import { exactAge } from '@/lib/exact-age';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import { feedHealth } from '../feed-health';
import { PushCommand } from './push-command';

const looks = {
  good: { icon: CircleCheck, tone: 'text-good', text: 'text-ink-soft' },
  neutral: { icon: CircleDashed, tone: 'text-ink-faint', text: 'text-ink-soft' },
  bad: { icon: TriangleAlert, tone: 'text-bad', text: 'text-bad' },
};

type FeedRowProps = { feed: FollowedFeed; leaving: boolean; onUnfollow: () => void };

/** A followed feed: its title, its address or how to send items to it, and its status. */
export function FeedRow({ feed, leaving, onUnfollow }: FeedRowProps) {
  const { title, address, pushName, site, readAt } = feed;
  const health = feedHealth(feed);
  const { icon: Icon, tone, text } = looks[health.tone];
  const row = useLeaveFocus<HTMLLIElement>((leaving) => [
    (leaving.nextElementSibling ?? leaving.previousElementSibling)?.querySelector('button'),
    document.querySelector('main h1'),
  ]);
  return (
    <li ref={row} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <h3 dir="auto" className="font-sans text-base tracking-normal">
          {isWebPage(site) ? (
            <a
              href={site}
              target="_blank"
              rel="noreferrer"
              className="text-brand-text underline-offset-4 hover:underline"
            >
              {title}
            </a>
          ) : (
            title
          )}
        </h3>
        {pushName === null ? (
          <p title={address} className="truncate text-sm text-ink-faint">
            {address}
          </p>
        ) : (
          <>
            <p className="text-sm text-ink-faint">Push source</p>
            <PushCommand name={pushName} />
          </>
        )}
        <p className={clsx('mt-1 flex gap-2 text-sm', text)}>
          <Icon aria-hidden className={clsx('mt-0.5 size-4 shrink-0', tone)} />
          <span className="min-w-0 break-words" title={readAt ? exactAge(readAt) : undefined}>
            {health.text}
          </span>
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        // Not disabled, which would lose the focus before the next row can take it.
        aria-busy={leaving || undefined}
        aria-label={`Stop following ${title}`}
        onClick={() => {
          if (!leaving) onUnfollow();
        }}
        className="-ml-3 sm:-mr-2 sm:ml-0"
      >
        Stop following
      </Button>
    </li>
  );
}

/** Returns whether the site that a feed names has a web scheme. Any other is not linked. */
const isWebPage = (site: string) => /^https?:/i.test(site);
