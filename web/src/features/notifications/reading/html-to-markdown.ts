import TurndownService from 'turndown';

/** Matches only tags for formatting: `Vec<String>` in a text is not HTML. */
const TAG =
  /<\/?(?:a|abbr|b|blockquote|br|code|dd|del|div|dl|dt|em|h[1-6]|hr|i|iframe|img|kbd|li|ol|p|pre|q|s|script|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|th|thead|tr|u|ul|video)(?:\s[^<>]*)?\/?>/i;

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
service.remove(['script', 'style', 'iframe', 'noscript', 'object', 'embed'] as never[]);

export function hasHtml(text: string): boolean {
  return TAG.test(text);
}

/** Converts a text that contains HTML tags to Markdown. The HTML is parsed outside of the page. */
export function htmlToMarkdown(html: string): string {
  return service.turndown(html);
}
