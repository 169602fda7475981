import { decodeEntities } from './html-entities';
import { authorLabel, inPlace } from './places';

/** At most so many characters of a text stand in place of a title, as on the server (`labels.rs`). */
const MAX_LENGTH = 100;

type Titled = {
  title: string;
  content: string;
  author: string;
  subreddit: string;
};

/** The title, or the beginning of the text of what has none, as posts on Bluesky; where no text is shown. */
export function headline({ title, content }: Pick<Titled, 'title' | 'content'>): string {
  if (title.trim()) return decodeEntities(title);
  const text = decodeEntities(content).trim().replaceAll(/\s+/g, ' ');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).trimEnd()}…` : text;
}

/** What stands over the text of what has no title: "ada.example on Bluesky". */
export const authorHeading = ({
  author,
  subreddit,
}: Pick<Titled, 'author' | 'subreddit'>): string =>
  `${authorLabel(author, subreddit)} ${inPlace(subreddit)}`;
