/** Text that a spreadsheet would run as a formula, after any whitespace. OWASP, "CSV Injection". */
const FORMULA = /^\s*[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Formats a field (RFC 4180). What a spreadsheet would take for a formula is prefixed with `'`. */
function field(value: string): string {
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats `rows` as CSV (RFC 4180) in UTF-8, with a byte order mark for spreadsheets. */
export const toCsv = (rows: readonly (readonly string[])[]) =>
  `\uFEFF${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;
