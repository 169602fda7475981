import TurndownService from 'turndown';

/** Only tags that people format with: `Vec<String>` in a text is no HTML. */
const TAG =
  /<\/?(?:a|abbr|b|blockquote|br|code|dd|del|div|dl|dt|em|h[1-6]|hr|i|iframe|img|kbd|li|ol|p|pre|q|s|script|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|th|thead|tr|u|ul|video)(?:\s[^<>]*)?\/?>/i;

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
service.remove(['script', 'style', 'iframe', 'noscript', 'object', 'embed'] as never[]);

export function hasHtml(text: string): boolean {
  return TAG.test(text);
}

/** Markdown of a text that contains HTML tags. The HTML is parsed apart from the page. */
export function htmlToMarkdown(html: string): string {
  return service.turndown(html);
}
