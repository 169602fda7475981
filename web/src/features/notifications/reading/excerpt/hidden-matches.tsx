import { Highlighted } from '@/components/ui/highlighted';
import type { Span } from '@/lib/highlight';

import { hiddenMatch } from './hidden-match';

type HiddenMatchesProps = { source: string; spans: readonly Span[] };

/** Shows the matches that formatting hides. */
export function HiddenMatches({ source, spans }: HiddenMatchesProps) {
  return spans.map((span) => {
    const { isLink, segments } = hiddenMatch(source, span);
    return (
      <p key={span.start} className="mt-1.5 text-sm break-words text-ink-faint">
        {isLink ? 'In the link ' : 'In formatting that is not shown: '}
        <bdi>
          <Highlighted segments={segments} />
        </bdi>
      </p>
    );
  });
}
