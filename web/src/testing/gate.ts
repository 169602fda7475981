/** Keeps an answer that awaits `opened` back until the test has seen what shows meanwhile. */
export function aGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
