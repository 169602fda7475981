import { symbolOfCut } from '@/lib/attached';
import type { Span } from '@/lib/highlight';

import { prune } from './prune';
import { isBlock, textNode, type TreeNode } from './tree';
import { fixedPlaces, shownAt, type VisibleText, visibleText } from './visible-text';
import { windowOf } from './window';

export type Cut = {
  /** The number of characters to show. */
  length: number;
  /** The source offset to show if nothing is marked. */
  around: number | undefined;
  /** Whether the text continues beyond what was parsed. */
  moreBefore: boolean;
  moreAfter: boolean;
};

/**
 * A rehype plugin that keeps the part of a tree around its first mark, with '...' where it was cut.
 * It cuts the result of the Markdown and not the Markdown itself: emphasis, lists and quotations
 * stay intact, and a link is kept with all of its text or not at all.
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
    if (before) addDots(tree, 'start', symbolOfCut(text.slice(0, span.start)));
    if (after) addDots(tree, 'end');
  };
}

/** Cuts the texts to the span, and returns those that are not empty. */
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

/** Adds dots to the first or last paragraph, or to what is in its place. */
function addDots(tree: TreeNode, side: 'start' | 'end', symbol = ''): void {
  let block = tree;
  for (;;) {
    const next = side === 'start' ? block.children?.[0] : block.children?.at(-1);
    if (!next || !(isBlock(next) || block.tagName === 'pre')) break;
    block = next;
  }
  // In code they get a line of their own.
  const line = block.tagName === 'code' ? '\n' : '';
  if (side === 'start') block.children?.unshift(textNode(`${symbol}...${line}`));
  else block.children?.push(textNode(`${line}...`));
}
