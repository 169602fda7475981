/** A node of the HTML tree (hast) of a Markdown text, with the fields that the plugins use. */
export type TreeNode = {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
  /** The position in the source, in UTF-16 units. */
  position?: { start: { offset?: number }; end: { offset?: number } };
};

/** Returns the range of a node in the source, or undefined if it has no position. */
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
