import { numberText } from '@/lib/number';

/** A chart's numbers. The first cell of each row names what the others count. */
export type ChartTable = { head: string[]; rows: ChartRow[] };
export type ChartRow = [name: string, ...numbers: (string | number)[]];

type NumberTableProps = ChartTable & { caption: string; nameOf?: (name: string) => string };

/** The numbers of a chart as a table. */
export function NumberTable({ caption, nameOf, head, rows }: NumberTableProps) {
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-ink-soft">
          {head.map((name, at) => (
            <th
              key={name}
              scope="col"
              className={`py-1.5 pr-3 font-semibold ${numberClassName(at)}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(([name, ...numbers], row) => (
          <tr key={row}>
            <th scope="row" dir="auto" className="max-w-48 py-1.5 pr-3 text-left font-medium">
              {nameOf ? nameOf(name) : name}
            </th>
            {numbers.map((number, at) => (
              <td key={head[at + 1]} className={`py-1.5 pr-3 ${numberClassName(at + 1)}`}>
                {typeof number === 'number' ? numberText(number) : number}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const numberClassName = (column: number) => (column === 0 ? '' : 'text-right tabular-nums');
