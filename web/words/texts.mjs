// Finds the texts for users in a file: each with the offset of its beginning. Code, comments, imports
// and names are passed over.
import ts from 'typescript';

/** Attributes of JSX that no user reads. */
const UNREAD = /^(className|id|key|role|to|href|type|name|variant|size|data-.*)$/;

/** Texts of a `.ts` or `.tsx` file: those in JSX, and string literals. */
export function textsOfTypeScript(name, source) {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, kind);
  const texts = [];
  // A text in JSX begins with the spaces before it.
  const put = (node, text) =>
    texts.push({ at: ts.isJsxText(node) ? node.pos : node.getStart(file), text });
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isLiteralTypeNode(node)) return;
    if (ts.isJsxAttribute(node) && UNREAD.test(node.name.getText(file))) return;
    if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      put(node, node.text);
    if (ts.isTemplateExpression(node)) {
      // A value stands for a word, so that words on either side of it are not one phrase.
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
  // Names of codes, classes and events are single words in lower case or capitals.
  return texts.filter(({ text }) => /\s|^[A-Z][a-z]/.test(text.trim()));
}

/** Texts of a template of the server: what is between tags and outside of expressions. */
export function textsOfTemplate(_name, source) {
  const blank = (part) => part.replace(/[^\n]/g, ' ');
  const plain = source
    .replace(/\{%[\s\S]*?%\}|\{\{[\s\S]*?\}\}|\{#[\s\S]*?#\}/g, blank)
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, blank)
    .replace(/<[^>]*>/g, blank);
  return [{ at: 0, text: plain }];
}

/** Sentences in the server's code: strings that begin with a capital letter; logs do not. */
export const textsOfRust = (_name, source) =>
  literalsOf(source).filter(({ text }) => /^“?[A-Z](?![A-Z])\S* /.test(text));

/** All texts of several words in code whose errors people read, however they begin; logs are not read. */
export const textsOfErrors = (_name, source) =>
  literalsOf(source).filter(
    ({ at, text }) =>
      /[A-Za-z}] [A-Za-z{]/.test(text) &&
      // Statements of SQL.
      !/^\s*[A-Z]{4,} /.test(text) &&
      !/(?:(?:debug|info|warn|error|trace|panic)!|expect|spawn)\([^;]*$/.test(
        source.slice(Math.max(0, at - 300), at),
      ),
  );

/** What clap shows as help: the comments of documentation. */
export function textsOfHelp(_name, source) {
  return [...codeOf(source).matchAll(/^ *\/\/\/ (.*)$/gm)].map(({ 0: line, 1: text, index }) => ({
    at: index + line.length - text.length,
    text: text.replace(/`[^`]*`/g, (name) => ' '.repeat(name.length)),
  }));
}

/** The values of a JSON file that read as texts. */
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
      // As long as it is written, so that offsets hold.
      text: text.replace(/\\\n */g, (gap) => gap.replace(/[^\n]/g, ' ')),
    }));
}

/** Texts of a document: all but code. */
export function textsOfMarkdown(_name, source) {
  const blank = (part) => part.replace(/[^\n]/g, ' ');
  const text = source
    .replace(/^```[\s\S]*?^```/gm, blank)
    .replace(/^ {4}.*$/gm, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)]*\)/g, blank);
  return [{ at: 0, text }];
}
