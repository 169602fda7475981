const KEPT_MS = 60_000;

/** Saves `content` as a download called `name`. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the content only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
