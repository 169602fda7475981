import { BellRing, Check, Mail } from 'lucide-react';
import type { ReactNode } from 'react';

import { numberText } from '@/lib/number';

const tile = 'rounded-control border border-line bg-surface px-3.5 py-2.5 shadow-card';

/** A list of keyword watches as in the app. */
export function KeywordsPicture() {
  return (
    <div className="grid w-64 gap-2 text-sm">
      <Watch keyword="status page" where="r/selfhosted, r/webdev" matches={12} />
      <Watch keyword="flat-rate bookkeeping" where="r/all" matches={3} inset />
      <Watch keyword="alternative to" where="r/smallbusiness" matches={41} />
    </div>
  );
}

type WatchProps = { keyword: string; where: string; matches: number; inset?: boolean };

function Watch({ keyword, where, matches, inset = false }: WatchProps) {
  return (
    <div
      className={`${tile} flex items-center gap-3 ${inset ? 'translate-x-5' : '-translate-x-2'}`}
    >
      <span className="min-w-0 leading-snug">
        <span className="block font-semibold">{keyword}</span>
        <span className="block truncate text-xs text-ink-faint">{where}</span>
      </span>
      <span className="ml-auto rounded-full bg-brand-soft px-2 text-xs font-semibold text-brand-text">
        {numberText(matches)}
      </span>
    </div>
  );
}

/** A match as it appears on the screen and as an email. */
export function AlertPicture() {
  return (
    <div className="grid w-64 gap-2.5 text-sm">
      <div className={`${tile} flex gap-3 border-l-3 border-l-signal py-3.5`}>
        <Bubble>
          <BellRing className="size-4" />
        </Bubble>
        <span className="leading-snug">
          <span className="block text-xs text-ink-faint">r/webdev • Just now</span>
          <span className="mt-0.5 block font-semibold">
            What do you use for a <mark>status page</mark> these days?
          </span>
        </span>
      </div>
      <div className={`${tile} flex translate-x-5 items-center gap-3`}>
        <Bubble>
          <Mail className="size-4" />
        </Bubble>
        <span className="font-semibold">“status page” in r/webdev</span>
      </div>
    </div>
  );
}

function Bubble({ children }: { children: ReactNode }) {
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-signal-soft text-signal-ink">
      {children}
    </span>
  );
}

/** What the privacy policy promises, as a short list. */
export function PrivacyPicture() {
  return (
    <div className={`${tile} w-60 divide-y divide-line py-1 text-sm`}>
      {['Third-party scripts', 'Trackers', 'Data sold'].map((what) => (
        <p key={what} className="flex justify-between py-2">
          {what}
          <span className="font-semibold text-ink-faint">none</span>
        </p>
      ))}
      <p className="flex items-center justify-between py-2">
        Export and delete
        <Check className="size-4 text-brand-text" />
      </p>
    </div>
  );
}
