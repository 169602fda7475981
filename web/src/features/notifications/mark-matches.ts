import { segments, type Span } from '@/lib/highlight';

type Node = {
  type: string;
  value?: string;
  tagName?: string;
  properties?: object;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
};

/**
 * A rehype plugin that marks `spans` of the markdown source in what became of it. A text that does
 * not stand in the source as it is shown, for instance because of an escape, is left unmarked.
 */
export function markMatches(source: string, spans: readonly Span[]) {
  return () => (tree: Node) => walk(tree, source, spans);
}

function walk(node: Node, source: string, spans: readonly Span[]): void {
  node.children = node.children?.flatMap((child) => {
    if (child.type !== 'text') {
      walk(child, source, spans);
      return [child];
    }
    return split(child, source, spans);
  });
}

function split(node: Node, source: string, spans: readonly Span[]): Node[] {
  const { value = '', position } = node;
  const from = position?.start.offset;
  if (from === undefined || source.slice(from, position?.end.offset) !== value) return [node];
  const inside = spans
    .filter(({ start, end }) => start >= from && end <= from + value.length)
    .map(({ start, end }) => ({ start: start - from, end: end - from }));
  if (inside.length === 0) return [node];
  return segments(value, inside).map(({ text, hit }) => {
    const shown: Node = { type: 'text', value: text };
    return hit ? { type: 'element', tagName: 'mark', properties: {}, children: [shown] } : shown;
  });
}
