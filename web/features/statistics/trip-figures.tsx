import type { Dashboard } from '#contract/statistics.ts'
import { number } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Charts, DayChart } from './day-chart.tsx'
import { Figure, Figures } from './figure.tsx'

const names = {
  published: 'Viajes publicados',
  completed: 'Viajes terminados',
  seatsOffered: 'Cupos ofrecidos',
  seatsSold: 'Cupos vendidos',
  seatsTravelled: 'Cupos viajados',
} as const

/** Share of the offered seats that were sold; a dash without seats. */
function filledShare({ seatsSold, seatsOffered }: Dashboard['trips']['current']): string {
  return seatsOffered === 0 ? '–' : `${Math.round((seatsSold / seatsOffered) * 100)} %`
}

/** Trips and seats of the period. */
export function TripFigures({ trips, period }: { trips: Dashboard['trips']; period: string }) {
  const { current, before, byDay } = trips
  const keys = Object.keys(names) as (keyof typeof names)[]
  return (
    <CardSection title={`Viajes y cupos ${period}`}>
      <Figures>
        {keys.map((key) => (
          <Figure
            key={key}
            label={names[key]}
            value={number(current[key])}
            now={current[key]}
            before={before[key]}
          />
        ))}
        <Figure
          label="Cupos llenos"
          value={filledShare(current)}
          note={`Antes ${filledShare(before)}`}
        />
      </Figures>
      <Charts>
        <DayChart
          title="Viajes"
          rows={byDay}
          write={number}
          series={[
            { key: 'published', name: names.published },
            { key: 'completed', name: names.completed },
          ]}
        />
        <DayChart
          title="Cupos que salen"
          rows={byDay}
          write={number}
          series={[
            { key: 'seatsOffered', name: names.seatsOffered },
            { key: 'seatsSold', name: names.seatsSold },
            { key: 'seatsTravelled', name: names.seatsTravelled },
          ]}
        />
      </Charts>
    </CardSection>
  )
}
