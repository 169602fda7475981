import type { Span } from '@/lib/highlight';

import { isBlock, placeOf, type TreeNode } from './tree';

export type Leaf = Span & { node: TreeNode };

/** The visible text of a tree, with the range of each of its text nodes. */
export type VisibleText = {
  text: string;
  leaves: Leaf[];
  /** The marked ranges. */
  marks: Span[];
  /** The ranges that must not be split. */
  fixed: Span[];
};

/** Reads a tree. Blocks begin on new lines, as they are displayed. */
export function visibleText(tree: TreeNode): VisibleText {
  const read: VisibleText = { text: '', leaves: [], marks: [], fixed: [] };
  visit(tree, read, false);
  return read;
}

function visit(node: TreeNode, read: VisibleText, inCode: boolean): void {
  for (const child of node.children ?? []) {
    if (child.type === 'text') {
      // White space between blocks is not shown.
      if (isBlock(node) && child.value?.trim() === '' && !inCode) continue;
      const start = read.text.length;
      read.text += child.value ?? '';
      read.leaves.push({ start, end: read.text.length, node: child });
      if (inCode) fixLines(child.value ?? '', start, read);
      continue;
    }
    if (isBlock(child) || child.tagName === 'br') breakLine(read);
    const start = read.text.length;
    visit(child, read, inCode || child.tagName === 'pre');
    const span = { start, end: read.text.length };
    if (child.tagName === 'mark') read.marks.push(span);
    if (isWhole(child, inCode)) read.fixed.push(span);
    if (isBlock(child)) breakLine(read);
  }
}

function breakLine(read: VisibleText): void {
  if (read.text !== '' && !read.text.endsWith('\n')) read.text += '\n';
}

/** Returns whether a node is only shown whole: links, inline code and rows of tables. */
function isWhole({ tagName = '' }: TreeNode, inCode: boolean): boolean {
  return ['a', 'mark', 'tr'].includes(tagName) || (tagName === 'code' && !inCode);
}

/** Allows cuts in code only between its lines. */
function fixLines(code: string, start: number, read: VisibleText): void {
  let at = start;
  for (const line of code.split('\n')) {
    read.fixed.push({ start: at, end: at + line.length });
    at += line.length + 1;
  }
}

/** Returns a test for positions in ranges of at most `length` that must not be split. */
export function fixedPlaces({ text, fixed, marks }: VisibleText, length: number) {
  const places = new Uint8Array(text.length + 1);
  const short = fixed.filter(({ start, end }) => end - start <= length);
  for (const { start, end } of [...short, ...marks]) {
    if (end > start) places.fill(1, start + 1, end);
  }
  return (at: number) => places[at] === 1;
}

/** Returns where the text at `offset` of the source is shown, or what is shown next to it. */
export function shownAt({ leaves }: VisibleText, offset: number): Span | undefined {
  const before = leaves.findLast(({ node }) => (placeOf(node)?.from ?? Infinity) <= offset);
  const leaf = before ?? leaves[0];
  return leaf && { start: leaf.start, end: Math.min(leaf.end, leaf.start + 1) };
}
