import { Card } from '#web/ui/card.tsx'

type Row = { point: string; ours: string; theirs: string }

type VersusTableProps = { caption: string; ours: string; theirs: string; rows: readonly Row[] }

/** Compares two options. A real table, so that each cell is read with its row and column. */
export function VersusTable({ caption, ours, theirs, rows }: VersusTableProps) {
  return (
    <Card padded={false} className="overflow-x-auto">
      <table
        className="w-full min-w-[20rem] table-fixed border-collapse text-left text-sm
          sm:text-base"
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            <th
              scope="col"
              className="w-[34%] px-2 py-3 font-semibold text-muted sm:w-[28%] sm:p-4"
            >
              <span className="sr-only">Punto</span>
            </th>
            <th
              scope="col"
              className="bg-bosque-soft px-2 py-3 font-display text-sm font-bold sm:p-4 sm:text-lg"
            >
              {ours}
            </th>
            <th
              scope="col"
              className="px-2 py-3 font-display text-sm font-bold break-words sm:p-4 sm:text-lg"
            >
              {theirs}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.point} className="border-b border-line align-top last:border-0">
              <th scope="row" className="px-2 py-3 font-semibold break-words sm:p-4">
                {row.point}
              </th>
              <td className="bg-bosque-soft px-2 py-3 sm:p-4">{row.ours}</td>
              <td className="px-2 py-3 text-muted sm:p-4">{row.theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
