import TurndownService from 'turndown';

/** Matches only tags for formatting: `Vec<String>` in a text is not HTML. */
const TAG =
  /<\/?(?:a|abbr|acronym|address|article|aside|b|bdi|bdo|big|blockquote|br|button|caption|center|cite|code|data|dd|del|details|dfn|dialog|div|dl|dt|em|fieldset|figcaption|figure|font|footer|form|h[1-6]|header|hgroup|hr|i|iframe|img|ins|kbd|label|legend|li|main|mark|menu|nav|ol|optgroup|option|p|pre|q|rp|rt|ruby|s|samp|script|section|select|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|time|tr|tt|u|ul|var|video|wbr)(?:\s[^<>]*)?\/?>/i;

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
service.remove(['script', 'style', 'iframe', 'noscript', 'object', 'embed'] as never[]);

export function hasHtml(text: string): boolean {
  return TAG.test(text);
}

/** Converts a text that contains HTML tags to Markdown. The HTML is parsed outside of the page. */
export function htmlToMarkdown(html: string): string {
  return service.turndown(html);
}
