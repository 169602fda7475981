/** Returns a text with a capital letter, as sentences and labels have. */
export const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
