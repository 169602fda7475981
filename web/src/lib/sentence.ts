/** A reason as the server words it, as a sentence of its own: it begins with a capital letter. */
export const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
