import { clsx } from 'clsx';
import { type ComponentProps, Fragment, type KeyboardEvent } from 'react';

import { useControl } from '@/components/ui/control';
import { controlClassName } from '@/components/ui/input';
import { segments, type Span } from '@/lib/highlight';

// Both layers break lines at the same places, and the lower one gives both their height.
const layer =
  'col-start-1 row-start-1 min-h-22 rounded-control border px-3.5 py-2.5 font-mono text-base leading-6 [overflow-wrap:anywhere] whitespace-pre-wrap sm:text-sm';

type QueryTextProps = ComponentProps<'textarea'> & {
  value: string;
  /** The part of the text that is wrong. */
  wrong: Span | undefined;
};

/** A multi-line text with its wrong part underlined on a layer below, since no field can. */
export function QueryText({ value, wrong, ...props }: QueryTextProps) {
  const marked = wrong ? [visible(wrong, value)] : [];
  return (
    <div className="grid rounded-control bg-surface">
      <div aria-hidden className={clsx(layer, 'border-transparent text-transparent')}>
        {segments(value, marked).map(({ text, hit }, index) =>
          hit ? (
            <u
              key={index}
              className="rounded-[3px] bg-bad-soft decoration-bad decoration-wavy decoration-1 underline-offset-4"
            >
              {text}
            </u>
          ) : (
            <Fragment key={index}>{text}</Fragment>
          ),
        )}
        {/* Gives a line that has only begun its height. */}
        {'\u200B'}
      </div>
      <textarea
        {...useControl()}
        rows={1}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={value}
        onKeyDown={sendOnControlEnter}
        className={clsx(controlClassName, layer, 'resize-none overflow-hidden bg-transparent!')}
        {...props}
      />
    </div>
  );
}

function sendOnControlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }
}

/** Extends an empty span to the character before it, or the one after. */
function visible({ start, end }: Span, { length }: string): Span {
  if (end > start) return { start, end: Math.min(end, length) };
  return start > 0 ? { start: Math.min(start, length) - 1, end: start } : { start, end: start + 1 };
}
