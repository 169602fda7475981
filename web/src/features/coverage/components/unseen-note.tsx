import { SectionCard } from '@/components/ui/card';

/** Lists what no client of the forum can read. */
export function UnseenNote() {
  return (
    <SectionCard title="What Harken cannot see">
      <ul className="grid list-disc gap-1.5 py-4 pr-5 pl-10 text-sm text-ink-soft marker:text-ink-faint">
        <li>Posts and comments that were deleted or removed before they were read.</li>
        <li>Subreddits that opted out of r/all, unless a keyword names them.</li>
        <li>Most comments in r/all: only a sample can be read.</li>
      </ul>
    </SectionCard>
  );
}
