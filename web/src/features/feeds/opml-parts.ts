import { FileProblem } from './opml-file';

/** What the server reads at once: so many characters, in a body of so many bytes. */
const MAX_CHARS = 60_000;
const MAX_BYTES = 65_000;

const encoder = new TextEncoder();

const fits = (text: string) =>
  text.length <= MAX_CHARS && encoder.encode(JSON.stringify({ text })).length <= MAX_BYTES;

/**
 * An OPML list as texts that the server reads at once: as it is where it is short enough, else its
 * feeds in lists of their own. Throws a `FileProblem` for a long one that is no XML.
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

/** A feed without the rest of what other readers keep of it. */
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
    // One that is too long by itself is no feed's address.
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
