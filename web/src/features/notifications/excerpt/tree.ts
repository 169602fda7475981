/** A node of the HTML tree that Markdown becomes (hast), as far as the plugins here look at it. */
export type TreeNode = {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
  /** Where it comes from, in UTF-16 units of the source. */
  position?: { start: { offset?: number }; end: { offset?: number } };
};

/** A stretch of the source, or nothing for a node that says no position. */
export function placeOf({ position }: TreeNode): { from: number; to: number } | undefined {
  const from = position?.start.offset;
  const to = position?.end.offset;
  return from === undefined || to === undefined ? undefined : { from, to };
}

export const textNode = (value: string): TreeNode => ({ type: 'text', value });

const BLOCKS = new Set(
  'blockquote dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table tbody td th thead tr ul'.split(
    ' ',
  ),
);

export const isBlock = ({ type, tagName = '' }: TreeNode) => type === 'root' || BLOCKS.has(tagName);
