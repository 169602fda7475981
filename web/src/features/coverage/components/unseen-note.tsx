import { SectionCard } from '@/components/ui/card';

/** What no reader of the forum gets to see. */
export function UnseenNote() {
  return (
    <SectionCard title="What nobody can see">
      <ul className="grid list-disc gap-1.5 py-4 pr-5 pl-10 text-sm text-ink-soft marker:text-ink-faint">
        <li>Posts and comments that were deleted or removed before they were read.</li>
        <li>
          In r/all, subreddits that opted out of it. A keyword that names such a subreddit finds
          what is posted there.
        </li>
        <li>Most comments of r/all: only a sample of them can be read.</li>
      </ul>
    </SectionCard>
  );
}
