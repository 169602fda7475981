// Prints docs/API.md: what it has up to the line that says where the rest comes from, and the rest, from the
// OpenAPI document.
import { readFileSync } from 'node:fs';

const [documentFile, pageFile] = process.argv.slice(2);
const { paths, components } = JSON.parse(readFileSync(documentFile, 'utf8'));
const MARK = '<!-- scripts/api-types writes the rest. -->\n';
const [introduction] = readFileSync(pageFile, 'utf8').split(MARK);
/** The names of the types of bodies, of which the calls say all, and of all types that the page mentions. */
const [bodies, mentioned] = [new Set(), new Set()];

const common = {};
const groups = {};
for (const [path, methods] of Object.entries(paths)) {
  for (const [method, call] of Object.entries(methods)) {
    (groups[call.tags[0]] ??= []).push(callText(path, method.toUpperCase(), call));
  }
}
const calls = Object.entries(groups).map(
  ([tag, texts]) => `## ${title(tag)}\n\n${texts.join('\n')}`,
);
process.stdout.write([introduction + MARK, errors(), ...calls, events(), types()].join('\n'));

function callText(path, method, call) {
  const { requestBody, parameters = [], responses } = call;
  // What is in the path needs no other mention.
  const explained = parameters.filter((one) => one.in !== 'path' || one.description);
  const lines = [
    ...(explained.length > 0 ? [listed('Parameters', explained.map(parameter))] : []),
    ...Object.entries(requestBody?.content ?? {}).map(body),
    ...Object.entries(responses)
      .filter(([status]) => status < 400)
      .map(answer),
    refusals(Object.entries(responses).filter(([status]) => status >= 400)),
  ];
  return [
    `### \`${method} ${path}\`\n`,
    `${line(`${call.summary} ${call.description ?? ''}`)} ${access(call).text}\n`,
    ...lines.map((text) => `- ${text}`),
    `\n\`\`\`sh\n${curl(path, method, call)}\n\`\`\`\n`,
  ].join('\n');
}

/** Returns who may make a call, and the variable that has their token. */
function access({ security = [] }) {
  const scope = security.find(({ key }) => key)?.key[0];
  if (scope) return { text: `Scope \`${scope}\`.`, token: '$KEY' };
  // An empty alternative is nobody in particular.
  const isPublic = security.every(({ token }) => !token) || security.some(({ token }) => !token);
  return isPublic ? { text: 'Public.' } : { text: 'Only with a session.', token: '$SESSION' };
}

function parameter({ name, required, schema, description }) {
  return field([name, { ...schema, description }], required);
}

function body([kind, { schema }]) {
  if (kind !== 'application/json') return `Body: \`${kind}\``;
  const about = line(resolved(schema).description ?? '');
  bodies.add(nameOf(schema));
  return listed(`Body ${type(schema)}${about && `. ${about.replace(/\.$/, '')}`}`, fields(schema));
}

function answer([status, { description, content = {} }]) {
  const kinds = Object.entries(content).map(([kind, { schema }]) =>
    kind === 'application/json' ? type(schema) : `\`${kind}\``,
  );
  const schema = content['application/json']?.schema;
  const names = Object.keys(schema ? merged(schema.items ?? schema).properties : {});
  const about = description ? ` (${line(description)})` : '';
  const head = `Answers ${status}${about} with ${kinds.join(', ') || 'no content'}`;
  return names.length > 0 ? `${head}: ${names.map((name) => `\`${name}\``).join(', ')}` : head;
}

/** Returns the errors of a call; those that it shares with others, by status. */
function refusals(responses) {
  const own = responses.filter(([, { $ref }]) => !$ref);
  const texts = own.map(([status, { description }]) => `${status} ${line(description)}`);
  const shared = responses.filter(([, { $ref }]) => $ref);
  for (const [status, { $ref }] of shared) common[$ref] = status;
  const statuses = shared.map(([status]) => status).join(', ');
  const all = [...texts, ...(statuses ? [`[common](#errors) ${statuses}`] : [])];
  return `Errors: ${all.join(' · ') || 'none'}`;
}

function errors() {
  const rows = Object.entries(common).sort(([, one], [, other]) => one - other);
  const lines = rows.map(
    ([$ref, status]) => `| ${status} | ${line(resolved({ $ref }).description)} |`,
  );
  return ['## Errors\n', '| status | code |', '| --- | --- |', ...lines, ''].join('\n');
}

/** Returns what webhooks send. */
function events() {
  const lines = components.schemas.WebhookEvent.oneOf.map(({ description, properties }) => {
    const parts = fields(properties.data, false);
    return `- ${listed(`\`${properties.type.enum[0]}\`. ${line(description).replace(/\.$/, '')}`, parts)}\n`;
  });
  const about =
    '[Webhooks](WEBHOOKS.md) get these messages, by their `type`, with the fields of `data`.';
  return `## Webhook messages\n\n${about}\n\n${lines.join('')}`;
}

/** Returns the types that are mentioned, with their fields, besides those of bodies. */
function types() {
  const lines = [];
  // The fields of one may mention others.
  for (const name of mentioned) {
    const schema = { $ref: `#/components/schemas/${name}` };
    if (!bodies.has(name)) lines.push(`- ${listed(`\`${name}\``, fields(schema, false))}\n`);
  }
  return `## Types\n\n${lines.sort().join('')}`;
}

function listed(head, parts) {
  return parts.length > 0 ? `${head}: ${parts.join(' · ')}` : head;
}

function fields(schema, isSent = true) {
  const { properties, required } = merged(schema);
  const all = Object.entries(properties);
  return all.map((one) => field(one, isSent && required.includes(one[0])));
}

function field([name, schema], required) {
  const about = line(described(schema)).replace(/\.$/, '');
  return `\`${name}\` ${type(schema)}${bounds(schema)}${required ? ', required' : ''}${about && `: ${about}`}`;
}

function described({ description, oneOf = [], allOf = [] }) {
  return description ?? [...oneOf, ...allOf].find((one) => one.description)?.description ?? '';
}

function bounds({ minimum, maximum, minLength, maxLength, maxItems, default: preset }) {
  const range = (least, most, unit = '') =>
    most === undefined ? '' : `, ${least === undefined ? 'at most' : `${least} to`} ${most}${unit}`;
  const ofText = range(minLength, maxLength, ' characters');
  const byDefault = preset === undefined ? '' : `, by default ${preset}`;
  return `${range(minimum, maximum)}${ofText}${range(undefined, maxItems)}${byDefault}`;
}

function type(schema) {
  if (schema.$ref) {
    const known = resolved(schema);
    if (!known.properties && !known.allOf) return type(known);
    mentioned.add(nameOf(schema));
    return `\`${nameOf(schema)}\``;
  }
  const several =
    schema.oneOf ??
    (Array.isArray(schema.type) && schema.type.map((one) => ({ ...schema, type: one })));
  if (several) return [...new Set(several.map(type))].join(' or ');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' or ');
  if (schema.allOf) return type(schema.allOf[0]);
  if (schema.type === 'array') return `list of ${type(schema.items)}`;
  if (schema.type === 'object' && schema.additionalProperties)
    return `map to ${type(schema.additionalProperties)}`;
  if (schema.type !== 'string') return schema.type ?? 'anything';
  return (
    { uuid: 'id', 'date-time': 'time', date: 'day', email: 'email address' }[schema.format] ??
    'text'
  );
}

function curl(path, method, call) {
  const { parameters = [], requestBody, responses } = call;
  const value = ({ name, schema, example }) => example ?? exampleOf(schema, name);
  const inPath = (_, name) => value(parameters.find((one) => one.name === name));
  const query = parameters.filter((one) => one.in === 'query' && one.required);
  const asked = query.map((one) => `${one.name}=${value(one)}`).join('&');
  const headers = parameters.filter((one) => one.in === 'header' && one.example);
  const json = requestBody?.content['application/json'];
  const { token } = access(call);
  return [
    responses[200]?.content?.['text/event-stream'] ? 'curl -N' : 'curl',
    ...(method === (requestBody ? 'POST' : 'GET') ? [] : [`-X ${method}`]),
    `"$HARKEN${path.replace(/\{(\w+)\}/g, inPath)}${asked && `?${asked}`}"`,
    ...headers.map((one) => `-H "${one.name}: ${one.example}"`),
    ...(token ? [`-H "Authorization: Bearer ${token}"`] : []),
    ...(json
      ? [`--json '${shellJson(exampleOf(json.schema))}'`]
      : requestBody
        ? ["--data ''"]
        : []),
  ].join(' ');
}

/** Returns JSON for a shell's single quotes, around which variables are. */
function shellJson(value) {
  const text = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ').replaceAll("'", "'\\''");
  return text.replace(/"(\$\w+)"/g, `"'$1'"`);
}

/** Returns a value with the required fields, and with those that have an example. */
function exampleOf(schema, name = '') {
  const known = resolved(schema);
  if (known.example !== undefined) return known.example;
  if (known.enum) return known.enum[0];
  if (known.type === 'array') return [exampleOf(known.items)];
  if (known.type === 'boolean') return true;
  if (known.type === 'object') {
    const { properties, required } = merged(known);
    const given = Object.entries(properties).filter(
      ([key, one]) => required.includes(key) || one.example !== undefined,
    );
    return Object.fromEntries(given.map(([key, one]) => [key, exampleOf(one, key)]));
  }
  const values = { uuid: '$ID', email: 'ada@example.com', password: 'Correct1horse' };
  return values[known.format] ?? `$${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

function merged(schema) {
  const { properties = {}, required = [], allOf = [] } = resolved(schema);
  const parts = allOf.map(merged);
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), properties),
    required: [...parts.flatMap((part) => part.required), ...required],
  };
}

function resolved(schema) {
  const [, , group, name] = schema.$ref?.split('/') ?? [];
  return group ? components[group][name] : schema;
}

function nameOf({ $ref }) {
  return $ref.split('/').pop();
}

function title(tag) {
  return tag.length < 3 ? tag.toUpperCase() : tag[0].toUpperCase() + tag.slice(1);
}

/** Returns a text in one line. */
function line(text) {
  return text.replace(/\s+/g, ' ').trim();
}
