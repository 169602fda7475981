// Runs before the first paint. The same rule as src/lib/theme.ts: the saved choice,
// else the system's, else light.
(function () {
  var saved = null;
  try {
    saved = localStorage.getItem('theme');
  } catch {
    // Storage may be forbidden; the system's choice is used then.
  }
  var dark =
    saved === 'dark' ||
    (saved !== 'light' &&
      typeof matchMedia === 'function' &&
      matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
