// Uses a page by its accessibility tree alone, as a screen reader does: a control without a role, a
// name or a way to focus it is not found.
import { until } from './browser.mjs';

/** The roles of what takes text. */
const FIELDS = ['textbox', 'searchbox', 'combobox'];
/** The roles whose changes are announced. */
const LIVE = ['status', 'alert', 'log'];

const matches = (name, wanted) =>
  wanted instanceof RegExp ? wanted.test(name) : name.trim() === wanted;

const propertyOf = (node, name) => node.properties?.find((one) => one.name === name)?.value.value;

/** Opens the accessibility tree of a page. */
export async function openTree(context, page) {
  const devtools = await context.newCDPSession(page);

  async function nodes() {
    const { nodes } = await devtools.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const parents = (node) => {
      const parent = byId.get(node.parentId);
      return parent ? [parent, ...parents(parent)] : [];
    };
    return nodes
      .filter(({ ignored }) => !ignored)
      .map((node) => ({
        ...node,
        role: node.role?.value,
        name: node.name?.value ?? '',
        above: parents(node).map(({ nodeId }) => nodeId),
      }));
  }

  /** Waits for a node with one of these roles and this name; `within` is a node above it. */
  async function find(roles, name, { within, isRight = () => true } = {}) {
    const found = (all) =>
      all.find(
        (node) =>
          roles.includes(node.role) &&
          matches(node.name, name) &&
          (!within || node.above.includes(within.nodeId)) &&
          !propertyOf(node, 'disabled') &&
          isRight(node),
      );
    return found(await until(`${roles[0]} “${name}”`, nodes, found));
  }

  /** Runs `act` on the element of a node with the focus. Returns false if it has gone or takes none. */
  async function focused({ backendDOMNodeId: backendNodeId }, act) {
    try {
      const { object } = await devtools.send('DOM.resolveNode', { backendNodeId });
      const { result } = await devtools.send('Runtime.callFunctionOn', {
        objectId: object.objectId,
        functionDeclaration: `function () {
          this.focus();
          if (document.activeElement !== this) return false;
          (${act})(this);
          return true;
        }`,
        returnByValue: true,
      });
      return result.value;
    } catch {
      return false;
    }
  }

  const actOn = (roles, name, act, options) =>
    until(`${roles[0]} “${name}” has the focus`, async () =>
      focused(await find(roles, name, options), act),
    );

  return {
    find: (role, name, options) => find([role], name, options),
    press: (role, name, options) => actOn([role], name, (element) => element.click(), options),
    async type(name, text) {
      await actOn(FIELDS, name, (element) => element.select());
      await devtools.send('Input.insertText', { text });
    },
    sees: (name) => find(['heading'], name),
    /** Waits for a screen: its heading has the focus, so that it is read. */
    arrive: (name) => find(['heading'], name, { isRight: (node) => propertyOf(node, 'focused') }),
    /** Waits until a text is in a part of the page whose changes are read. */
    async announced(text) {
      const isAnnounced = (all) =>
        all
          .filter((node) => LIVE.includes(node.role) || propertyOf(node, 'live'))
          .map(({ nodeId }) => all.filter(({ above }) => above.includes(nodeId)))
          .map((below) => below.filter(({ role }) => role === 'StaticText'))
          .some((texts) => matches(texts.map(({ name }) => name).join(''), text));
      await until(`“${text}” is announced`, nodes, isAnnounced);
    },
  };
}
