import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { numberText } from '@/lib/number';
import { asSentence } from '@/lib/sentence';

import { olderOf } from './older-matches';
import { PreviewMatchRow } from './preview-match';
import { recentItemsText } from './recent-items-text';
import { StoredMatches } from './stored-matches';
import type { Preview, PreviewMatch } from './use-preview';

type PreviewBodyProps = {
  preview: Preview;
  /** The newest matches among all items stored in the last days. */
  stored: readonly PreviewMatch[];
};

/** Shows the matches, or a message in their place. */
export function PreviewBody({ preview, stored }: PreviewBodyProps) {
  switch (preview.status) {
    case 'loading':
      return (
        <div className="grid gap-4 p-4">
          {[0, 1, 2].map((row) => (
            <div key={row} className="grid gap-2">
              <Skeleton className="h-3.5 w-1/3" />
              <Skeleton className="h-4 w-5/6" />
            </div>
          ))}
        </div>
      );
    case 'idle':
      return (
        <Note>Type a keyword to see which recent posts and comments it would have matched.</Note>
      );
    case 'refused':
      return <Note>{asSentence(preview.problem)}.</Note>;
    case 'unavailable':
      return (
        <>
          <Note>The preview does not run in this browser. Your keyword will work without it.</Note>
          <StoredMatches matches={stored} />
        </>
      );
    case 'failed':
      return (
        <Note>
          The recent items could not be loaded. Your keyword will work without the preview.
          <Button
            variant="secondary"
            size="sm"
            onClick={preview.retry}
            className="mx-auto mt-4 flex"
          >
            Try again
          </Button>
        </Note>
      );
    case 'found': {
      const older = olderOf(stored, preview);
      if (preview.total === 0 && older.length === 0) {
        return (
          <Note>
            {preview.searched === 0
              ? 'Nothing has been posted here yet. New items are checked as they come in.'
              : `No matches in the last ${recentItemsText(preview.searched).replace('recent ', '')}. New items are checked as they come in.`}
          </Note>
        );
      }
      return (
        <>
          {preview.total > 0 && (
            <ul aria-label="Matches" className="divide-y divide-line">
              {preview.matches.map((match) => (
                <PreviewMatchRow key={match.item._id} match={match} />
              ))}
              {preview.total > preview.matches.length && (
                <li className="px-4 py-3 text-center text-sm text-ink-faint">
                  and {numberText(preview.total - preview.matches.length)} more
                </li>
              )}
            </ul>
          )}
          <StoredMatches matches={older} />
        </>
      );
    }
  }
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="grid flex-1 place-content-center px-8 py-10 text-center text-sm text-ink-soft">
      {children}
    </div>
  );
}
