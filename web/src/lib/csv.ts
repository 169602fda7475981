/** Begins what a spreadsheet would run as a formula, after any blanks. OWASP, "CSV Injection". */
const FORMULA = /^\s*[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A field as RFC 4180 has it; text that a spreadsheet would take for a formula gets a `'` before. */
function field(value: string): string {
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** `rows` as CSV (RFC 4180), UTF-8 with a mark at the start so that spreadsheets know. */
export const toCsv = (rows: readonly (readonly string[])[]) =>
  `\uFEFF${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;
