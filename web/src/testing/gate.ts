/** Creates a gate that holds a response back: a mock awaits `opened`, the test calls `open`. */
export function aGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
