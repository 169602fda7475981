// Runs before the first paint. Follows the same rule as src/lib/theme.ts: the saved choice,
// or else the system's, or else light.
(function () {
  var saved = null;
  try {
    saved = localStorage.getItem('theme');
  } catch {
    // Storage may be blocked; the system's choice is used then.
  }
  var dark =
    saved === 'dark' ||
    (saved !== 'light' &&
      typeof matchMedia === 'function' &&
      matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
