/** The number of characters of a notification shown before 'Show More'. */
export const PREVIEW_LENGTH = 200;
