/** Turns a reason as the server words it into a sentence, with a capital letter. */
export const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
