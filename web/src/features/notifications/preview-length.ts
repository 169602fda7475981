/** Characters of a notification that are shown before 'Show More'. */
export const PREVIEW_LENGTH = 200;
