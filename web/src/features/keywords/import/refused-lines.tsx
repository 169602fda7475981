import type { ImportLine } from '@/api/types';
import { numberText } from '@/lib/number';

/** The number of lines listed; the rest can only be copied. */
const MAX_SHOWN = 200;
/** The number of characters shown of a long text or of a row over several lines. */
const SOURCE_SHOWN = 300;

/** Lists the lines that created no watch, each with its reason. */
export function RefusedLines({ lines }: { lines: readonly ImportLine[] }) {
  const more = lines.length - MAX_SHOWN;
  return (
    <ul className="divide-y divide-line rounded-control border border-line">
      {lines.slice(0, MAX_SHOWN).map(({ line, source, error }) => (
        <li
          key={line}
          className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3.5 px-4 py-2.5 text-sm"
        >
          <span className="text-xs font-semibold text-ink-faint">{`Line ${numberText(line)}`}</span>
          <code className="font-mono break-words whitespace-pre-wrap">
            {source.length > SOURCE_SHOWN ? `${source.slice(0, SOURCE_SHOWN)}…` : source}
          </code>
          <span className="col-start-2 text-bad">{error}</span>
        </li>
      ))}
      {more > 0 && (
        <li className="px-4 py-2.5 text-center text-sm text-ink-faint">
          {`and ${numberText(more)} more`}
        </li>
      )}
    </ul>
  );
}
