import type { TreeNode } from './tree';

/** Removes what contains none of the texts in `kept`, and returns whether a node contains one. */
export function prune(node: TreeNode, kept: ReadonlySet<TreeNode>): boolean {
  const children = node.children ?? [];
  // A line break or a checkbox has no content: it stays where it is between kept nodes.
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

/** Keeps the original numbers of a list that has lost its first items. */
function goOn(list: TreeNode, gone: TreeNode[]): void {
  const items = gone.filter(({ tagName }) => tagName === 'li').length;
  if (items === 0) return;
  const { start = 1 } = list.properties ?? {};
  list.properties = { ...list.properties, start: Number(start) + items };
}
