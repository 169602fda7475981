// An ESLint rule: numbers for users are formatted by `@/lib/number`, as 1,800 and not 1800.
import ts from 'typescript';

const { TypeFlags } = ts;

const WORDS = /(?:^|[\s(“"•·…])[A-Za-z]{2,}(?:[\s).,:;”"…]|$)/;

/** Returns whether a type has numbers, and otherwise only strings, booleans, null and undefined. */
function isNumber(type, flags) {
  const parts = type.isUnion() ? type.types : [type];
  const beside = flags.StringLike | flags.BooleanLike | flags.Null | flags.Undefined;
  return (
    parts.some((part) => part.flags & flags.NumberLike) &&
    parts.every((part) => part.flags & (flags.NumberLike | beside))
  );
}

const rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      raw: 'A number in a text is written by numberText or counted (@/lib/number), as 1,800. What is no quantity, such as a status, is String(…).',
    },
  },
  create(context) {
    const { parserServices } = context.sourceCode;
    const check = (expression) => {
      const type = parserServices.getTypeAtLocation(expression);
      if (isNumber(type, TypeFlags)) context.report({ node: expression, messageId: 'raw' });
    };
    return {
      'JSXElement > JSXExpressionContainer, JSXFragment > JSXExpressionContainer': ({
        expression,
      }) => {
        if (expression.type !== 'JSXEmptyExpression') check(expression);
      },
      TemplateLiteral: ({ quasis, expressions }) => {
        // A template without words is a class, an id or a measure.
        const text = quasis.map(({ value }) => value.cooked).join('…');
        if (/\s/.test(text) && WORDS.test(text)) expressions.forEach(check);
      },
    };
  },
};

export default { rules: { 'numbers-by-intl': rule } };
