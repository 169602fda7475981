import type { TreeNode } from './tree';

/** Drops what holds none of the texts in `kept`, and returns whether a node holds one. */
export function prune(node: TreeNode, kept: ReadonlySet<TreeNode>): boolean {
  const children = node.children ?? [];
  // A line break or a box to tick holds nothing: it stays where it is between what stays.
  const isBare = new Set(
    children.filter(({ type, children = [] }) => type === 'element' && children.length === 0),
  );
  const holds = new Set(
    children.filter((child) => (child.type === 'text' ? kept.has(child) : prune(child, kept))),
  );
  const first = children.findIndex((child) => holds.has(child));
  const last = children.findLastIndex((child) => holds.has(child));
  if (node.tagName === 'ol') goOn(node, children.slice(0, Math.max(first, 0)));
  node.children = children.filter(
    (child, at) => holds.has(child) || (isBare.has(child) && at > first && at < last),
  );
  return holds.size > 0;
}

/** A list goes on with the number that it had there. */
function goOn(list: TreeNode, gone: TreeNode[]): void {
  const items = gone.filter(({ tagName }) => tagName === 'li').length;
  if (items === 0) return;
  const { start = 1 } = list.properties ?? {};
  list.properties = { ...list.properties, start: Number(start) + items };
}
