import { FileProblem } from './opml-file';

/** The server's limits for a list, in characters and in bytes of the body. */
const MAX_CHARS = 60_000;
const MAX_BYTES = 65_000;

const encoder = new TextEncoder();

const fits = (text: string) =>
  text.length <= MAX_CHARS && encoder.encode(JSON.stringify({ text })).length <= MAX_BYTES;

/**
 * Splits an OPML list into texts within the server's limits; a short one stays as it is. Throws a
 * `FileProblem` for a long one that is not XML.
 */
export function opmlParts(text: string): string[] {
  if (fits(text)) return [text];
  const list = new DOMParser().parseFromString(text, 'text/xml');
  if (list.querySelector('parsererror')) {
    throw new FileProblem('This file is not an OPML list, or a part of it is missing.');
  }
  const feeds = [...list.querySelectorAll('outline[xmlUrl]')].map(feedOf);
  if (feeds.length === 0) throw new FileProblem('There are no feeds in this file.');
  return inParts(feeds);
}

/** Returns a feed without everything else that other readers store with it. */
function feedOf(outline: Element): string {
  const kept = document.implementation.createDocument(null, 'outline');
  const copy = kept.documentElement;
  const title = outline.getAttribute('title') ?? outline.getAttribute('text') ?? '';
  copy.setAttribute('text', title.slice(0, 300));
  copy.setAttribute('xmlUrl', outline.getAttribute('xmlUrl') ?? '');
  return new XMLSerializer().serializeToString(copy);
}

function inParts(feeds: readonly string[]): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  for (const feed of feeds) {
    // An address of this length cannot be a feed's.
    if (!fits(listOf([feed]))) continue;
    if (!fits(listOf([...part, feed]))) {
      parts.push(listOf(part));
      part = [];
    }
    part.push(feed);
  }
  return [...parts, listOf(part)];
}

const listOf = (feeds: readonly string[]) =>
  `<opml version="2.0"><body>${feeds.join('')}</body></opml>`;
