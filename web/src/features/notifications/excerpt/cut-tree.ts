import type { Span } from '@/lib/highlight';

import { prune } from './prune';
import { isBlock, textNode, type TreeNode } from './tree';
import { fixedPlaces, shownAt, type VisibleText, visibleText } from './visible-text';
import { windowOf } from './window';

export type Cut = {
  /** Characters to show. */
  length: number;
  /** Where in the source to look when nothing is marked. */
  around: number | undefined;
  /** Whether the text goes on beyond what was parsed. */
  moreBefore: boolean;
  moreAfter: boolean;
};

/**
 * A rehype plugin that leaves of a tree what is around its first mark, with '...' where it was cut.
 * It cuts what Markdown was turned into and not the Markdown: emphasis, lists and quotations stay
 * what they are, and a link is there with all of its text or not at all.
 */
export function cutTree(cut: Cut, onCut: (isCut: boolean) => void) {
  return () => (tree: TreeNode) => {
    const visible = visibleText(tree);
    const { text } = visible;
    const match =
      visible.marks[0] ?? (cut.around === undefined ? undefined : shownAt(visible, cut.around));
    const span = windowOf(text, fixedPlaces(visible, cut.length), match, cut.length);
    const before = cut.moreBefore || text.slice(0, span.start).trim() !== '';
    const after = cut.moreAfter || text.slice(span.end).trim() !== '';
    onCut(before || after);
    prune(tree, keep(span, visible));
    if (before) addDots(tree, 'start');
    if (after) addDots(tree, 'end');
  };
}

/** Cuts the texts to the stretch, and returns those of which something is left. */
function keep(span: Span, { leaves }: VisibleText): Set<TreeNode> {
  const kept = new Set<TreeNode>();
  for (const { node, start, end } of leaves) {
    if (start >= span.end || end <= span.start) continue;
    let value = node.value?.slice(Math.max(span.start - start, 0), span.end - start) ?? '';
    if (start <= span.start && span.start > 0) value = value.trimStart();
    if (end > span.end) value = value.trimEnd();
    node.value = value;
    if (value !== '') kept.add(node);
  }
  return kept;
}

/** Into the first or last paragraph, or what there is in its place. */
function addDots(tree: TreeNode, side: 'start' | 'end'): void {
  let block = tree;
  for (;;) {
    const next = side === 'start' ? block.children?.[0] : block.children?.at(-1);
    if (!next || !(isBlock(next) || block.tagName === 'pre')) break;
    block = next;
  }
  // Of code on a line of their own.
  const line = block.tagName === 'code' ? '\n' : '';
  if (side === 'start') block.children?.unshift(textNode(`...${line}`));
  else block.children?.push(textNode(`${line}...`));
}
