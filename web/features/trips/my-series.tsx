import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SeriesDay, SeriesView } from '#contract/recurrence.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { date, dateLong, pesos, plural, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { weekdaysText } from './weekdays.ts'

const noon = (day: string) => `${day}T12:00:00-05:00`

/** List of the weekly trips: next days, skipped days with the reason, and a button to stop. */
export function MySeries() {
  const answer = useQuery({
    queryKey: queryKeys.tripSeries(),
    queryFn: ({ signal }) => api.recurrence.mine({ signal }),
  })
  const active = answer.data?.series.filter((series) => series.status === 'active') ?? []
  if (answer.isError) return <Banner tone="err">{messageOf(answer.error)}</Banner>
  if (active.length === 0) return null
  return (
    <section aria-label="Se repiten" className="grid gap-3">
      <h2 className="text-xl">Se repiten cada semana</h2>
      <ul className="grid gap-4">
        {active.map((series) => (
          <li key={series.id}>
            <SeriesCard series={series} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SeriesCard({ series }: { series: SeriesView }) {
  const skipped = series.days.filter((day) => day.skipped)
  const published = series.days.filter((day) => day.tripId)
  return (
    <Card className="grid gap-3">
      <div className="flex items-start gap-3">
        <Repeat aria-hidden="true" className="mt-1 size-5 shrink-0 text-bosque" />
        <div className="min-w-0">
          <h3 className="text-lg">{series.stops.join(' → ')}</h3>
          <p>
            Cada {weekdaysText(series.weekdays)}, {time(`2026-01-01T${series.time}:00-05:00`)}
          </p>
          <p className="text-sm text-muted">
            {pesos(series.seatPrice)} por cupo
            {series.withReturn && ' · con regreso'}
            {series.until && ` · hasta el ${dateLong(noon(series.until))}`}
          </p>
        </div>
      </div>
      <Days title={plural(published.length, 'viaje publicado', 'viajes publicados')}>
        {published.map((day) => (
          <li key={day.date}>
            <Link to={paths.ownTrip(day.tripId ?? '')}>{date(noon(day.date))}</Link>
          </li>
        ))}
      </Days>
      {skipped.length > 0 && <Skipped days={skipped} />}
      <StopSeries series={series} />
    </Card>
  )
}

function Days({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-line pt-1">
      <summary className="flex min-h-11 items-center font-semibold text-bosque">{title}</summary>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 pb-2">{children}</ul>
    </details>
  )
}

function Skipped({ days }: { days: readonly SeriesDay[] }) {
  return (
    <Banner
      tone="warn"
      live="off"
      title={plural(days.length, 'día quedó por fuera', 'días quedaron por fuera')}
    >
      <ul>
        {days.map((day) => (
          <li key={day.date}>
            <strong>{date(noon(day.date))}:</strong> {day.skipped?.reason}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function StopSeries({ series }: { series: SeriesView }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => api.recurrence.stop({ params: { seriesId: series.id } }),
    onSuccess: () => {
      setOpen(false)
      toastDone('El viaje ya no se repite.')
      void client.invalidateQueries({ queryKey: queryKeys.tripSeries() })
    },
  })
  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Dejar de repetir
      </Button>
      <ConfirmDialog
        open={open}
        title="¿Dejar de repetir este viaje?"
        confirm="Dejar de repetir"
        keep="Seguir repitiendo"
        pending={stop.isPending}
        onConfirm={() => stop.mutate()}
        onKeep={() => setOpen(false)}
      >
        <p>
          No publicaremos más días. Los viajes ya publicados siguen en pie: si no vas a hacer
          alguno, cancélalo desde su página.
        </p>
        {stop.isError && <Banner tone="err">{messageOf(stop.error)}</Banner>}
      </ConfirmDialog>
    </div>
  )
}
