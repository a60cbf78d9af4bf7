import { wordOf } from '#contract/desk-words.ts'
import type { FundMonth } from '#contract/impact.ts'
import { pesos, plural } from '#web/lib/format.ts'

type FundLinesProps = { fund: Pick<FundMonth, 'lines'> & Partial<FundMonth> }

/** What went into and out of the guarantee fund, from what it had to what it has. */
export function FundLines({ fund: { opening, lines, balance, refused } }: FundLinesProps) {
  const ends = (label: string, sum: number | undefined) =>
    sum === undefined ? [] : [{ label, sum: pesos(sum) }]
  const rows = [
    ...ends('Al empezar el mes', opening),
    ...lines.map(({ code, isIn, pesos: sum, cases }) => ({
      label: isIn ? wordOf(code) : `${wordOf(code)}, ${plural(cases, 'caso', 'casos')}`,
      sum: `${isIn ? '+' : '−'} ${pesos(sum)}`,
    })),
    ...ends('Hoy', balance),
  ]
  return (
    <>
      <dl className="grid gap-2">
        {rows.map(({ label, sum }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt>{label}</dt>
            <dd className="tnum font-semibold">{sum}</dd>
          </div>
        ))}
      </dl>
      {refused !== undefined && (
        <p className="mt-3 text-sm text-muted">
          {plural(refused, 'pago que el equipo no aceptó', 'pagos que el equipo no aceptó')} este
          mes.
        </p>
      )}
    </>
  )
}
