import { type TreeNode } from './tree';

/**
 * A rehype plugin that turns images into links: loading one would reveal the reader to a
 * third-party server. Within a link, an image becomes its text.
 */
export const imagesAsLinks = () => (tree: TreeNode) => replaceIn(tree, false);

function replaceIn(node: TreeNode, inLink: boolean): void {
  const within = inLink || node.tagName === 'a';
  node.children = node.children?.map((child) => {
    if (child.tagName !== 'img') {
      replaceIn(child, within);
      return child;
    }
    const { src, alt } = child.properties ?? {};
    const { position } = child;
    const value = typeof alt === 'string' && alt !== '' ? alt : 'Image';
    const text: TreeNode = { type: 'text', value, position };
    if (within) return text;
    return { type: 'element', tagName: 'a', properties: { href: src }, children: [text], position };
  });
}
