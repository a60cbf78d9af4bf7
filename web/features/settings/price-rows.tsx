import type { PriceTable } from '#contract/settings.ts'
import { dateShort, pesos } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

type Row = PriceTable['rows'][number]

const words = {
  current: ['ok', 'Vale hoy'],
  coming: ['info', 'Viene'],
  past: ['neutral', 'Pasado'],
} as const

const SUMMARY = 'inline-flex min-h-11 cursor-pointer items-center font-semibold text-bosque'

/** Prices of one city or toll station: current and coming ones, with past ones folded. */
export function PriceRows({ table: { name, rows }, unit }: { table: PriceTable; unit: string }) {
  const live = rows.filter(({ state }) => state !== 'past')
  const past = rows.filter(({ state }) => state === 'past')
  return (
    <Card className="grid h-full grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 className="text-xl wrap-anywhere">{name}</h2>
      {live.length === 0 && <p className="text-muted">Sin precio que valga hoy.</p>}
      <Rows rows={live} unit={unit} />
      {past.length > 0 && (
        <details>
          <summary className={SUMMARY}>
            Precios anteriores
            <span className="sr-only"> de {name}</span>
          </summary>
          <Rows rows={past} unit={unit} />
        </details>
      )}
    </Card>
  )
}

function Rows({ rows, unit }: { rows: readonly Row[]; unit: string }) {
  return (
    <ul className="grid gap-3">
      {rows.map(({ validFrom, validTo, pesos: price, source, state }) => (
        <li key={validFrom} className="grid gap-1">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span className="tnum font-semibold">
              {pesos(price)} {unit}
            </span>
            <StatusPill tone={words[state][0]}>{words[state][1]}</StatusPill>
          </p>
          <p className="tnum text-sm text-muted wrap-anywhere">
            Desde {dateShort(validFrom)}
            {validTo && ` hasta ${dateShort(validTo)}`} · {source}
          </p>
        </li>
      ))}
    </ul>
  )
}
