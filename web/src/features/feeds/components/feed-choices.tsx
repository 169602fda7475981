import { useEffect, useId, useRef } from 'react';

import type { FeedChoice } from '@/api/types';
import { Button } from '@/components/ui/button';

type FeedChoicesProps = {
  choices: readonly FeedChoice[];
  /** The addresses of followed feeds. */
  followed: readonly string[];
  /** The address that is being followed. */
  busy: string | undefined;
  onFollow: (address: string) => void;
  onClose: () => void;
};

/** The feeds of a web page that names several. */
export function FeedChoices({ choices, followed, busy, onFollow, onClose }: FeedChoicesProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2
        ref={heading}
        id={id}
        tabIndex={-1}
        className="font-sans text-base tracking-normal outline-none"
      >
        This page has several feeds. Which do you want to follow?
      </h2>
      <ul aria-labelledby={id} className="divide-y divide-line rounded-control border border-line">
        {choices.map(({ title, address }) => (
          <li
            key={address}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3"
          >
            <div className="min-w-0 flex-1 basis-48">
              <p dir="auto" className="font-semibold">
                {title}
              </p>
              {title !== address && (
                <p className="truncate text-sm text-ink-faint" title={address}>
                  {address}
                </p>
              )}
            </div>
            {followed.includes(address) ? (
              <p className="text-sm text-ink-faint">You follow it</p>
            ) : (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Follow ${title}`}
                busy={busy === address}
                disabled={busy !== undefined}
                onClick={() => onFollow(address)}
              >
                Follow
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="sm" onClick={onClose} className="w-fit">
        Done
      </Button>
    </section>
  );
}
