const original = window.getComputedStyle.bind(window);
const displays = new Map<string, string>();

/** Attributes by which jsdom's style sheet hides or shows elements. */
const showing = ['hidden', 'open', 'popover', 'type'];

/**
 * Finds the few computed styles that the tests' library reads of every element and its ancestors in
 * each query. jsdom matches all rules of its style sheet for them, which takes half of the tests'
 * time. Tests load no style sheet of the app, so these styles depend on the element's tag, a few
 * attributes, and inline styles. jsdom still answers for all other styles.
 */
class ComputedStyle {
  readonly #element: Element;
  #others: CSSStyleDeclaration | undefined;

  constructor(element: Element) {
    this.#element = element;
  }

  get others() {
    return (this.#others ??= original(this.#element));
  }

  get display() {
    const element = this.#element;
    const inline = inlineStyle(element, 'display');
    if (inline || element.localName === 'summary') return this.others.display;
    // An attribute without a value differs from none.
    const kind = showing.map((name) => String(element.getAttribute(name)));
    const key = [element.localName, ...kind].join();
    const display = displays.get(key) ?? this.others.display;
    displays.set(key, display);
    return display;
  }

  get opacity() {
    return inlineStyle(this.#element, 'opacity') ? this.others.opacity : '1';
  }

  get visibility() {
    return this.#inherits('visibility', 'visible');
  }

  get pointerEvents() {
    return this.#inherits('pointer-events', 'auto');
  }

  #inherits(name: string, initial: string) {
    for (let at: Element | null = this.#element; at; at = at.parentElement) {
      const inline = inlineStyle(at, name);
      if (inline && inline !== 'inherit') return inline;
      // Hidden parts of tables are collapsed.
      if (at.localName.startsWith('t') && at.hasAttribute('hidden'))
        return this.others.getPropertyValue(name);
    }
    return initial;
  }

  getPropertyValue = (name: string) =>
    name === 'display' || name === 'visibility' ? this[name] : this.others.getPropertyValue(name);
}

function inlineStyle(element: Element, name: string): string {
  if (!element.getAttribute('style')?.includes(name)) return '';
  return (element as HTMLElement).style.getPropertyValue(name);
}

const values: ProxyHandler<ComputedStyle> = {
  get: (style, name) => Reflect.get(name in style ? style : style.others, name) as unknown,
};

/** Replaces `getComputedStyle` by the quick one. */
export function computeStylesQuickly(): void {
  window.getComputedStyle = (element) =>
    new Proxy(new ComputedStyle(element), values) as unknown as CSSStyleDeclaration;
}
