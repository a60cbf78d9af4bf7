import type { Dashboard } from '#contract/statistics.ts'
import { number, pesos } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Charts, DayChart } from './day-chart.tsx'
import { Figure, Figures } from './figure.tsx'

type Money = NonNullable<Dashboard['money']>

/** Share of the finished top-ups that were declined. */
function declinedShare({ credited, declined }: Money['current']): number {
  const ended = credited + declined
  return ended === 0 ? 0 : Math.round((declined / ended) * 100)
}

const percent = (value: number) => `${value} %`

/** Pesos on the axis of a chart: `$ 1,2 M`, `$ 350 mil`. */
function shortPesos(value: number): string {
  if (Math.abs(value) >= 1_000_000) {
    return `$ ${(Math.round(value / 100_000) / 10).toString().replace('.', ',')} M`
  }
  return Math.abs(value) >= 1_000 ? `$ ${number(value / 1_000)} mil` : pesos(value)
}

/** Top-ups, and the money that Cupo holds by owner: computed from the ledger. */
export function MoneyFigures({ money }: { money: Money }) {
  const { current, before, now, byDay } = money
  return (
    <CardSection title="Dinero">
      <Figures>
        <Figure
          label="Recargado"
          value={pesos(current.pesos)}
          now={current.pesos}
          before={before.pesos}
          write={pesos}
        />
        <Figure
          label="Recargas acreditadas"
          value={number(current.credited)}
          now={current.credited}
          before={before.credited}
        />
        <Figure
          label="Recargas rechazadas"
          value={
            <>
              {percent(declinedShare(current))}
              <span className="block text-sm font-normal text-muted">
                {number(current.declined)} sin pagar; antes {percent(declinedShare(before))}
              </span>
            </>
          }
        />
        <Figure label="Saldo libre de las personas, hoy" value={pesos(now.free)} />
        <Figure label="Retenido por reservas y retiros, hoy" value={pesos(now.held)} />
        <Figure label="Lo que deben a Cupo, hoy" value={pesos(now.owed)} />
      </Figures>
      <Charts>
        <DayChart
          title="Recargas por día, en pesos"
          rows={byDay}
          write={pesos}
          writeShort={shortPesos}
          series={[{ key: 'pesos', name: 'Recargado', look: 'bar', color: 'bosque' }]}
        />
        <DayChart
          title="Dinero al final del día, en pesos"
          rows={byDay}
          write={pesos}
          writeShort={shortPesos}
          series={[
            { key: 'free', name: 'Libre', look: 'line', color: 'bosque' },
            { key: 'held', name: 'Retenido', look: 'line', color: 'rio', dash: '6 4' },
            { key: 'owed', name: 'Deudas', look: 'line', color: 'arcilla', dash: '2 4' },
          ]}
        />
      </Charts>
    </CardSection>
  )
}
