/** Selectors by preference: text fields, then selects and chosen radios, then other inputs. */
const fields = [
  'textarea:enabled:read-write, input:enabled:read-write:not([type=radio], [type=checkbox], [type=file], [type=hidden])',
  'select:enabled, input[type=radio]:enabled:checked',
  'input:enabled:not([type=file], [type=hidden])',
];

/**
 * Moves the focus to the first field within `container` and returns whether there is one. Radix
 * would focus the first control of any kind, which is “Close”.
 */
export function focusFirstField(container: ParentNode | null): boolean {
  for (const selector of fields) {
    const field = container?.querySelector<HTMLElement>(selector);
    if (!field) continue;
    field.focus({ preventScroll: true });
    return true;
  }
  return false;
}
