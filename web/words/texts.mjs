// Finds texts for users in a file, with their offsets. Ignores code, comments, imports and names.
import ts from 'typescript';

/** JSX attributes that no user reads. */
const UNREAD = /^(className|id|key|role|to|href|type|name|variant|size|data-.*)$/;

/** Returns the texts of a `.ts` or `.tsx` file: those in JSX, and string literals. */
export function textsOfTypeScript(name, source) {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, kind);
  const texts = [];
  // The text of a JSX node includes the whitespace before it.
  const put = (node, text) =>
    texts.push({ at: ts.isJsxText(node) ? node.pos : node.getStart(file), text });
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isLiteralTypeNode(node)) return;
    if (ts.isJsxAttribute(node) && UNREAD.test(node.name.getText(file))) return;
    if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      put(node, node.text);
    if (ts.isTemplateExpression(node)) {
      // An ellipsis replaces the value, so that words on either side of it are not one phrase.
      put(
        node,
        [node.head, ...node.templateSpans.map(({ literal }) => literal)]
          .map(({ text }) => text)
          .join('…'),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  // Single words in lower case or capitals are codes, classes and event names.
  return texts.filter(({ text }) => /\s|^[A-Z][a-z]/.test(text.trim()));
}

/** Returns the text of a server template: what is between tags and outside of expressions. */
export function textsOfTemplate(_name, source) {
  const blank = (part) => part.replace(/[^\n]/g, ' ');
  const plain = source
    .replace(/\{%[\s\S]*?%\}|\{\{[\s\S]*?\}\}|\{#[\s\S]*?#\}/g, blank)
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, blank)
    .replace(/<[^>]*>/g, blank);
  return [{ at: 0, text: plain }];
}

/** Returns sentences in the server's code: strings that begin with a capital, unlike logs. */
export const textsOfRust = (_name, source) =>
  literalsOf(source).filter(({ text }) => /^“?[A-Z](?![A-Z])\S* /.test(text));

/** Returns all texts of several words in code, however they begin, except logs. */
export const textsOfErrors = (_name, source) =>
  literalsOf(source).filter(
    ({ at, text }) =>
      /[A-Za-z}] [A-Za-z{]/.test(text) &&
      // SQL statements.
      !/^\s*[A-Z]{4,} /.test(text) &&
      !/(?:(?:debug|info|warn|error|trace|panic)!|expect|spawn)\([^;]*$/.test(
        source.slice(Math.max(0, at - 300), at),
      ),
  );

/** Returns what clap shows as help: the doc comments. */
export function textsOfHelp(_name, source) {
  return [...codeOf(source).matchAll(/^ *\/\/\/ (.*)$/gm)].map(({ 0: line, 1: text, index }) => ({
    at: index + line.length - text.length,
    text: text.replace(/`[^`]*`/g, (name) => ' '.repeat(name.length)),
  }));
}

/** Returns the values of a JSON file that contain a space. */
export function textsOfJson(_name, source) {
  return [...source.matchAll(/": "((?:[^"\\]|\\.)* (?:[^"\\]|\\.)*)"/g)].map(
    ({ 1: text, index }) => ({ at: index + 4, text }),
  );
}

const codeOf = (source) => source.split(/^#\[cfg\(test\)\]$/m)[0];

function literalsOf(source) {
  const code = codeOf(source);
  const literals = /\/\/[^\n]*|'(?:[^'\\]|\\.)'|"((?:[^"\\]|\\[\s\S])*)"/g;
  const isDescription = (at) => /description = $/.test(code.slice(0, at));
  return [...code.matchAll(literals)]
    .filter(({ 1: text, index }) => text && !isDescription(index))
    .map(({ 1: text, index }) => ({
      at: index,
      // As long as in the source, so that offsets are right.
      text: text.replace(/\\\n */g, (gap) => gap.replace(/[^\n]/g, ' ')),
    }));
}

/** Returns the text of a document, without code. */
export function textsOfMarkdown(_name, source) {
  const blank = (part) => part.replace(/[^\n]/g, ' ');
  const text = source
    .replace(/^```[\s\S]*?^```/gm, blank)
    .replace(/^ {4}.*$/gm, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)]*\)/g, blank);
  return [{ at: 0, text }];
}

/** Returns the comments of a Rust, TypeScript or JavaScript file, and the names of its tests as sentences. */
export function textsOfComments(_name, source) {
  const comments = [...source.matchAll(/^.*?(?<=^|\s)(\/\/[/!]?|\/?\*+(?= ))(.*)$/gm)].map(
    ({ 0: line, 2: text, index }) => ({ at: index + line.length - text.length, text }),
  );
  const titles = [
    ...source.matchAll(/^\s*(?:it|test|describe)\(\s*(['"`])(.*?)\1/gms),
    ...source.matchAll(/#\[(?:tokio::)?test(?:\([^)]*\))?\]\s*(async )?fn (\w+)/g),
  ].map(({ 0: whole, 2: title, index }) => ({
    at: index + whole.lastIndexOf(title),
    text: title.replaceAll('_', ' '),
  }));
  const isCode = (text) =>
    text.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, (part) => ' '.repeat(part.length));
  return [...comments, ...titles].map(({ at, text }) => ({ at, text: isCode(text) }));
}
