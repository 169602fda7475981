// Refuses numbers in texts that `@/lib/number` has not formatted, as 1,800 and not 1800. Run by
// `npm run check`, in web/.
import ts from 'typescript';

const { SyntaxKind, TypeFlags } = ts;

const WORDS = /(?:^|[\s(“"•·…])[A-Za-z]{2,}(?:[\s).,:;”"…]|$)/;
const BESIDE = TypeFlags.StringLike | TypeFlags.BooleanLike | TypeFlags.Null | TypeFlags.Undefined;

// Asking for the type of a large expression takes long.
const NO_NUMBERS = new Set([
  SyntaxKind.ArrayLiteralExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.JsxElement,
  SyntaxKind.JsxFragment,
  SyntaxKind.JsxSelfClosingElement,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.TemplateExpression,
]);

/** Returns whether a type has numbers, and otherwise only strings, booleans, null and undefined. */
function isNumber(type) {
  const parts = type.isUnion() ? type.types : [type];
  return (
    parts.some((part) => part.flags & TypeFlags.NumberLike) &&
    parts.every((part) => part.flags & (TypeFlags.NumberLike | BESIDE))
  );
}

/** Returns the parts that an expression may result in and whose syntax allows a number. */
function results(node) {
  if (ts.isParenthesizedExpression(node)) return results(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(results);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === SyntaxKind.AmpersandAmpersandToken) return results(node.right);
    if (kind === SyntaxKind.BarBarToken || kind === SyntaxKind.QuestionQuestionToken)
      return [node.left, node.right].flatMap(results);
  }
  return NO_NUMBERS.has(node.kind) || isMap(node) ? [] : [node];
}

const isMap = (node) => ts.isCallExpression(node) && node.expression.name?.text === 'map';

/** Returns the expressions in the texts below a node: in JSX and in templates. */
function inTexts(node) {
  const found = [];
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && node.expression)
    found.push(node.expression);
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans;
    // A template without words is a class, an id or a measure.
    const text = [node.head, ...spans.map(({ literal }) => literal)]
      .map(({ text }) => text)
      .join('…');
    if (/\s/.test(text) && WORDS.test(text))
      found.push(...spans.map(({ expression }) => expression));
  }
  ts.forEachChild(node, (child) => void found.push(...inTexts(child)));
  return found;
}

/** Returns the raw numbers in the texts of a program's own files: `file:line: expression`. */
export function rawNumbers(program) {
  const types = program.getTypeChecker();
  return program.getRootFileNames().flatMap((name) => {
    const file = program.getSourceFile(name);
    return inTexts(file)
      .flatMap(results)
      .filter((expression) => isNumber(types.getTypeAtLocation(expression)))
      .map((expression) => {
        const { line } = file.getLineAndCharacterOfPosition(expression.getStart(file));
        return `${name}:${line + 1}: ${expression.getText(file)}`;
      });
  });
}

if (process.argv[1] === import.meta.filename) {
  const { config } = ts.readConfigFile('tsconfig.app.json', ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const files = fileNames.filter((name) => !/\.test\.tsx?$|^src\/testing\//.test(name));
  const numbers = rawNumbers(ts.createProgram(files, options));
  for (const number of numbers) console.error(number);
  if (numbers.length > 0) {
    console.error(
      'A number in a text is written by numberText or counted (@/lib/number), as 1,800. What is no quantity, such as a status, is String(…).',
    );
    process.exitCode = 1;
  }
}
