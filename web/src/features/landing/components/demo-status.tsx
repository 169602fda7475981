import { clsx } from 'clsx';

import { numberText } from '@/lib/number';
import { asSentence } from '@/lib/sentence';

import { samplePosts } from '../sample-posts';
import type { Demo } from '../use-demo';

/** A line about what the matcher does, announced as it changes. */
export function DemoStatus({ demo }: { demo: Demo }) {
  const heard = demo.status === 'listening' && demo.heard.length > 0;
  return (
    <p
      role="status"
      className="flex h-10 items-center gap-2.5 border-y border-line bg-sunken px-5 text-sm font-semibold text-ink-soft"
    >
      <span
        aria-hidden
        className={clsx('size-2 rounded-full', heard ? 'bg-signal' : 'bg-line-strong')}
      />
      <span className="truncate">{textOf(demo)}</span>
    </p>
  );
}

function textOf(demo: Demo): string {
  switch (demo.status) {
    case 'loading':
      return 'Loading the matcher...';
    case 'unavailable':
      return 'The matcher does not run in this browser';
    case 'silent':
      return `${numberText(samplePosts.length)} sample posts, nothing to listen for yet`;
    case 'refused':
      return asSentence(demo.problem);
    case 'listening': {
      const { length } = demo.heard;
      return `${numberText(length)} of ${numberText(samplePosts.length)} sample posts ${length === 1 ? 'matches' : 'match'}`;
    }
  }
}
