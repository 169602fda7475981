import type { ReactNode } from 'react';

import { sourcesText } from '@/config/sources';

import { samplePosts } from '../sample-posts';
import type { Demo, Heard } from '../use-demo';
import { SamplePostRow } from './sample-post-row';

/** The number of matches from which a keyword counts as too common. */
const MANY = 8;

const everything: Heard[] = samplePosts.map((post) => ({ post, spans: [] }));

/** The posts that match, or all of them while there is no keyword. */
export function DemoFeed({ demo, keyword }: { demo: Demo; keyword: string }) {
  const listening = demo.status === 'listening';
  const shown = listening ? demo.heard : everything;
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <div
      tabIndex={0}
      role="region"
      aria-label="Sample posts"
      className="h-[24.5rem] overflow-y-auto focus-visible:-outline-offset-2"
    >
      {demo.status === 'unavailable' && (
        <Note>
          You can read the sample posts here, but not search them. Your alerts will still work: they
          are matched on the server.
        </Note>
      )}
      {listening && shown.length >= MANY && (
        <Note>
          That is nearly everything. A longer phrase or fewer subreddits would narrow it down.
        </Note>
      )}
      {listening && shown.length === 0 ? (
        <div className="grid h-full place-content-center gap-2 px-10 text-center">
          <p className="font-display text-lg font-semibold break-words">
            Nobody here said “{shorten(keyword)}”
          </p>
          <p className="text-sm text-ink-soft">
            On {sourcesText}, Harken would keep listening and alert you to the first person who
            does.
          </p>
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {shown.map(({ post, spans }) => (
            <SamplePostRow key={post.id} post={post} spans={spans} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="border-b border-line bg-signal-soft px-5 py-2.5 text-sm text-signal-ink">
      {children}
    </p>
  );
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
