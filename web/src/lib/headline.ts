import { decodeEntities } from './html-entities';
import { authorLabel, inPlace } from './places';

/** The maximum length of a text in place of a title, as on the server (`labels.rs`). */
const MAX_LENGTH = 100;

type Titled = {
  title: string;
  content: string;
  author: string;
  subreddit: string;
};

/** Returns the title, or the start of the text of items without one, such as Bluesky posts. */
export function headline({ title, content }: Pick<Titled, 'title' | 'content'>): string {
  if (title.trim()) return decodeEntities(title);
  const text = decodeEntities(content).trim().replaceAll(/\s+/g, ' ');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).trimEnd()}…` : text;
}

/** Returns the heading above the text of an item without a title: "ada.example on Bluesky". */
export const authorHeading = ({
  author,
  subreddit,
}: Pick<Titled, 'author' | 'subreddit'>): string =>
  `${authorLabel(author, subreddit)} ${inPlace(subreddit)}`;
