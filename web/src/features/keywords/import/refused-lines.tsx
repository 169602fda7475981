import type { ImportLine } from '@/api/types';
import { numberText } from '@/lib/number';

/** More are not read one by one; they can be copied. */
const MAX_SHOWN = 200;
/** Of a row over several lines, and of one that is no keyword but a text. */
const SOURCE_SHOWN = 300;

/** Lines that made no watch, each with the reason. */
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
