import { segments, type Span } from '@/lib/highlight';

type RuleTextProps = { text: string; /** The parts that hold. */ parts: readonly Span[] };

/** Shows a keyword or query with the parts marked that hold. */
export function RuleText({ text, parts }: RuleTextProps) {
  const sorted = [...parts].sort((a, b) => a.start - b.start);
  return (
    <p className="mt-1.5">
      <code dir="auto" className="font-mono text-[0.8125rem] whitespace-pre-wrap text-ink-soft">
        {segments(text, sorted).map((piece, index) =>
          piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text,
        )}
      </code>
    </p>
  );
}
