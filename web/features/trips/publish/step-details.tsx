import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import {
  BookingTerms,
  NotesField,
  PaymentModesField,
  PreferencesCard,
} from '#web/shared/trips/trip-fields.tsx'
import { Card } from '#web/ui/card.tsx'
import { NextBar } from './next-bar.tsx'
import { type StepProps, wayBody } from './publish-draft.ts'

export function StepDetails({ draft, change, problems, ways, checking, onNext }: StepProps) {
  return (
    <>
      <PaymentModesField
        legend="Formas de pago que recibes"
        chosen={draft.paymentModes}
        onChange={(paymentModes) => change({ paymentModes })}
        error={problems.paymentModes}
      />
      <Card className="grid gap-3">
        <BookingTerms terms={draft} onChange={change} />
        {draft.instant && draft.roadStops !== 'at_once' && <RoadSearches {...wayBody(draft)} />}
      </Card>
      <PreferencesCard
        preferences={draft.preferences}
        onChange={(next) => change({ preferences: { ...draft.preferences, ...next } })}
        womenOnlyError={problems.womenOnly}
      />
      <NotesField
        notes={draft.notes}
        onChange={(notes) => change({ notes })}
        error={problems.notes}
      />
      {ways}
      <NextBar pending={checking} onNext={() => onNext()} />
    </>
  )
}

/** What stops on the road could sell at once, from the searches of four weeks; else nothing. */
export function RoadSearches({ stops, via }: { stops: string[]; via?: string[] }) {
  const query = { stops: stops.join(), ...(via && { via: via.join() }) }
  const { data } = useRead(['road-searches', query], (signal) =>
    api.rideRequests.road({ query, signal }),
  )
  if (!data?.searches) return null
  return (
    <p className="text-sm text-muted">
      En 4 semanas {plural(data.searches, 'búsqueda', 'búsquedas')} en tu ruta no{' '}
      {data.searches === 1 ? 'encontró' : 'encontraron'} carro; con «Sí» podrían reservarse sin
      esperar tu respuesta.
    </p>
  )
}
