import { decodeEntities } from '@/lib/html-entities';

const ENTITY = /&(?:#\w{1,8}|\w{2,31});/y;

/**
 * Maps each unit of `source` to its index in `value`, which a Markdown parser made of it, or to -1
 * if it is not shown, such as a backslash, the `>` of a quotation or the marks around code.
 */
export function align(value: string, source: string): Int32Array {
  const places = new Int32Array(source.length).fill(-1);
  let at = afterFence(source);
  let start = 0;
  // The parser trims lines, so most of them are unchanged in the source.
  for (const line of value.split('\n')) {
    const whole = line === '' ? at : source.indexOf(line, at);
    if (whole >= 0) {
      for (let unit = 0; unit < line.length; unit++) places[whole + unit] = start + unit;
      at = whole + line.length;
    } else {
      at = alignLine(line, start, source, at, places);
    }
    start += line.length + 1;
  }
  return places;
}

/** Returns the index after the opening line of a code block, which may repeat its code. */
function afterFence(source: string): number {
  return /^(?:`{3,}|~{3,}).*\n/.exec(source)?.[0].length ?? 0;
}

function alignLine(line: string, start: number, source: string, from: number, places: Int32Array) {
  let at = from;
  let unit = 0;
  while (unit < line.length && at < source.length) {
    const entity = entityAt(source, at);
    if (entity && line.startsWith(entity.decoded, unit)) {
      places.fill(start + unit, at, at + entity.length);
      at += entity.length;
      unit += entity.decoded.length;
    } else {
      if (source[at] === line[unit]) places[at] = start + unit++;
      at++;
    }
  }
  return at;
}

function entityAt(source: string, at: number) {
  if (source[at] !== '&') return null;
  ENTITY.lastIndex = at;
  const [entity] = ENTITY.exec(source) ?? [];
  if (entity === undefined) return null;
  const decoded = decodeEntities(entity);
  return decoded === entity ? null : { decoded, length: entity.length };
}
