// Writes the names and types of the fields of Stripe's objects, as the official library for Node.js
// declares them: node types.mjs <folder of the package> <folder of typescript>. Run by
// scripts/stripe-types. Of the library's texts nothing is taken.
//
// A field is `"name": "type"`, with `|null` if it may be null, or `["type", {fields}]` where its
// inside is known; a name with `?` may be absent. An enumeration is `=one,two`; `id` is the id of
// another object, or that object.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, typescript] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(typescript);

const OBJECTS = {
  charge: 'Charge',
  'checkout.session': 'Checkout.Session',
  customer: 'Customer',
  invoice: 'Invoice',
  invoice_payment: 'InvoicePayment',
  line_item: 'InvoiceLineItem',
  payment_intent: 'PaymentIntent',
  plan: 'Plan',
  price: 'Price',
  refund: 'Refund',
  'billing_portal.session': 'BillingPortal.Session',
  subscription: 'Subscription',
  subscription_item: 'SubscriptionItem',
};
// How deep the inside of fields is followed, and which of it says nothing about a paid card.
const DEPTH = 3;
const OPAQUE = /^(payment_method_options|last_payment_error|next_action|level3|metadata)$/;

const root = join(folder, 'esm/stripe.esm.node.d.ts');
const program = ts.createProgram([root], {
  strict: true,
  skipLibCheck: true,
  module: 99,
  moduleResolution: 100,
});
const checker = program.getTypeChecker();
const main = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(root)));
let stripe =
  main.find(({ name }) => name === 'default') ?? main.find(({ name }) => name === 'Stripe');
if (stripe.flags & ts.SymbolFlags.Alias) stripe = checker.getAliasedSymbol(stripe);

function find(path) {
  let symbol = stripe;
  for (const name of path.split('.')) {
    symbol = checker.getExportsOfModule(symbol).find((found) => found.name === name);
    if (symbol === undefined) throw new Error(`There is no type ${path}.`);
    if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  }
  return symbol;
}

function described(type, name, depth) {
  const members = (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => !(flags & ts.TypeFlags.Undefined),
  );
  const kinds = new Set();
  const literals = [];
  let inside;
  let objects = false;
  for (const member of members) {
    const { flags } = member;
    if (flags & ts.TypeFlags.Null) kinds.add('null');
    else if (flags & ts.TypeFlags.StringLiteral) literals.push(member.value);
    else if (flags & ts.TypeFlags.BooleanLike) kinds.add('boolean');
    else if (flags & ts.TypeFlags.NumberLike) kinds.add('integer');
    else if (flags & ts.TypeFlags.String) kinds.add('string');
    else if ([member.symbol, member.aliasSymbol].some((symbol) => symbol?.name === 'Decimal'))
      kinds.add('decimal');
    // An enumeration that may grow has a member for any other text.
    else if (flags & ts.TypeFlags.Intersection) continue;
    else if (checker.isArrayType(member)) kinds.add('array');
    else if (member.symbol?.name === 'ApiList') kinds.add('list');
    else if (member.getProperty('object') && member.getProperty('id')) objects = true;
    else {
      kinds.add('object');
      if (depth < DEPTH && !OPAQUE.test(name)) inside = fields(member, depth + 1);
    }
  }
  if (objects) {
    kinds.delete('string');
    kinds.add('id');
  }
  if (literals.length > 0) kinds.add(`=${literals.sort().join(',')}`);
  const text = [...kinds].sort((a, b) => (a === 'null') - (b === 'null')).join('|');
  return inside && Object.keys(inside).length > 0 ? [text, inside] : text;
}

function fields(type, depth) {
  const all = {};
  for (const property of checker.getPropertiesOfType(type)) {
    const optional = Boolean(property.flags & ts.SymbolFlags.Optional);
    const of = checker.getTypeOfSymbol(property);
    if (property.name === 'deleted') continue;
    // What may be absent is absent here: its inside does not matter.
    all[property.name + (optional ? '?' : '')] = described(
      of,
      property.name,
      optional ? DEPTH : depth,
    );
  }
  return all;
}

const objects = {};
for (const [object, path] of Object.entries(OBJECTS)) {
  objects[object] = fields(checker.getDeclaredTypeOfSymbol(find(path)), 0);
}
const version = /ApiVersion = '([^']+)'/.exec(
  readFileSync(join(folder, 'esm/apiVersion.js'), 'utf8'),
)[1];

// A line for each field.
const lines = Object.entries(objects).map(([object, all]) => {
  const of = Object.entries(all).map(
    ([name, type]) => `  ${JSON.stringify(name)}: ${JSON.stringify(type)}`,
  );
  return ` ${JSON.stringify(object)}: {\n${of.join(',\n')}\n }`;
});
process.stdout.write(`{"version": "${version}", "objects": {\n${lines.join(',\n')}\n}}\n`);
