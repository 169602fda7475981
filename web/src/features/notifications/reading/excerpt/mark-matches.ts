import { segments, type Span } from '@/lib/highlight';

import { align } from './align';
import { placeOf, textNode, type TreeNode } from './tree';

type Marking = {
  source: string;
  spans: readonly Span[];
  shown: Set<Span>;
  /** The offset up to which the source has been read, for texts without a position. */
  at: number;
};

/**
 * A rehype plugin that marks `spans` (sorted) of the Markdown source in the resulting tree, and
 * reports to `onHidden` those of which nothing is shown, for instance in a link's address.
 */
export function markMatches(
  source: string,
  spans: readonly Span[],
  onHidden: (spans: Span[]) => void,
) {
  return () => (tree: TreeNode) => {
    const marking: Marking = { source, spans, shown: new Set(), at: 0 };
    walk(tree, { from: 0, to: source.length }, marking);
    onHidden(spans.filter((span) => !marking.shown.has(span)));
  };
}

type Range = { from: number; to: number };

function walk(node: TreeNode, range: Range, marking: Marking): void {
  node.children = node.children?.flatMap((child) => {
    const own = placeOf(child);
    // Raw HTML is shown as text.
    if (child.type === 'text' || child.type === 'raw') {
      const source = own ?? { from: Math.max(range.from, marking.at), to: range.to };
      return split(child, source, marking);
    }
    walk(child, own ?? range, marking);
    if (own) marking.at = own.to;
    return [child];
  });
}

function split(node: TreeNode, { from, to }: Range, marking: Marking): TreeNode[] {
  const { value = '' } = node;
  const { source, spans, shown } = marking;
  const touched = spans.filter(({ start, end }) => start < to && end > from);
  if (touched.length === 0 || value.trim() === '') return [{ ...node, type: 'text' }];
  const places = align(value, source.slice(from, to));
  marking.at = Math.max(marking.at, from + places.findLastIndex((place) => place >= 0) + 1);
  const inside = touched.flatMap((span) => {
    const found = places
      .subarray(Math.max(span.start - from, 0), Math.max(span.end - from, 0))
      .filter((place) => place >= 0);
    if (found.length === 0) return [];
    shown.add(span);
    return [{ start: found[0] ?? 0, end: (found.at(-1) ?? 0) + 1 }];
  });
  if (inside.length === 0) return [{ ...node, type: 'text' }];
  return segments(value, inside).map(({ text, hit }) =>
    hit
      ? { type: 'element', tagName: 'mark', properties: {}, children: [textNode(text)] }
      : textNode(text),
  );
}
