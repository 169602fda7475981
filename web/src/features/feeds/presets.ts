/** A kind of feed whose address follows from a name. */
export type Preset = {
  label: string;
  /** The label of its field. */
  field: string;
  placeholder: string;
  /** Matches what may be entered. */
  pattern: RegExp;
  addressOf: (entered: string) => string;
};

const word = /^[\w.+#-]+$/;
const host = /^(https?:\/\/)?[\w-]+(\.[\w-]+)+(:\d+)?\/?$/i;
const address = /^[^\s.]\S*\.\S+$/;

const hostOf = (entered: string) => entered.replace(/^https?:\/\//i, '').replace(/\/$/, '');
const partOf = encodeURIComponent;

const instance = /^@?[\w.-]+@[\w-]+(\.[\w-]+)+$/;
/** Splits `@name@host`. */
const atHost = (entered: string) => entered.replace(/^@/, '').split('@') as [string, string];

/** Services whose feeds people know by a name, not by an address. */
export const presets: readonly Preset[] = [
  {
    label: 'dev.to tag',
    field: 'Tag',
    placeholder: 'rust',
    pattern: word,
    addressOf: (tag) => `https://dev.to/feed/tag/${partOf(tag)}`,
  },
  {
    label: 'Discourse forum',
    field: 'Address of the site',
    placeholder: 'meta.discourse.org',
    pattern: host,
    addressOf: (entered) => `https://${hostOf(entered)}/latest.rss`,
  },
  {
    label: 'GitHub releases',
    field: 'Repository',
    placeholder: 'rust-lang/rust',
    pattern: /^[a-z\d][a-z\d-]*\/[\w.-]+$/i,
    addressOf: (repository) => `https://github.com/${repository}/releases.atom`,
  },
  {
    label: 'Google Alerts',
    field: 'Address of the alert’s feed',
    placeholder: 'https://www.google.com/alerts/feeds/…',
    pattern: /^https:\/\/www\.google\.[a-z.]+\/alerts\/feeds\/\d+\/\d+$/,
    addressOf: (entered) => entered,
  },
  {
    label: 'Lobsters tag',
    field: 'Tag',
    placeholder: 'rust',
    pattern: word,
    addressOf: (tag) => `https://lobste.rs/t/${partOf(tag)}.rss`,
  },
  {
    label: 'Mastodon account',
    field: 'Account',
    placeholder: '@name@mastodon.social',
    pattern: instance,
    addressOf: (entered) => {
      const [name, at] = atHost(entered);
      return `https://${at}/@${partOf(name)}.rss`;
    },
  },
  {
    label: 'Mastodon hashtag',
    field: 'Hashtag and instance',
    placeholder: 'rust@mastodon.social',
    pattern: instance,
    addressOf: (entered) => {
      const [tag, at] = atHost(entered);
      return `https://${at}/tags/${partOf(tag)}.rss`;
    },
  },
  {
    label: 'Medium tag',
    field: 'Tag',
    placeholder: 'rust',
    pattern: word,
    addressOf: (tag) => `https://medium.com/feed/tag/${partOf(tag)}`,
  },
  {
    label: 'Podcast',
    field: 'Address of its website or feed',
    placeholder: 'podcast.example',
    pattern: address,
    addressOf: (entered) => entered,
  },
  {
    label: 'Stack Overflow tag',
    field: 'Tag',
    placeholder: 'rust',
    pattern: word,
    addressOf: (tag) => `https://stackoverflow.com/feeds/tag/${partOf(tag)}`,
  },
  {
    label: 'Substack',
    field: 'Name',
    placeholder: 'example',
    pattern: /^[\w-]+$/,
    addressOf: (name) => `https://${name}.substack.com/feed`,
  },
  {
    label: 'YouTube channel',
    field: 'Channel’s @name or ID',
    placeholder: '@name',
    pattern: /^(@[\w.·-]+|UC[\w-]{22})$/u,
    addressOf: (entered) =>
      entered.startsWith('@')
        ? `https://www.youtube.com/${entered}`
        : `https://www.youtube.com/feeds/videos.xml?channel_id=${entered}`,
  },
];
