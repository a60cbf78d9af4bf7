import { useState } from 'react'
import { SEATS_MAX } from '#contract/limits.ts'
import { addDays, pesos, plural, today } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { loadPlaces } from '#web/shared/places/load-places.ts'
import { PriceBreakdown } from '#web/shared/pricing/price-breakdown.tsx'
import { ReviewTime } from '#web/shared/verification/review-time.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { Page } from '#web/ui/page.tsx'
import { type Draft, earns, emptyDraft, shareText } from './publish-draft.ts'
import { CHOOSE_ENDS, PUBLISH_TITLE, VISITORS_LEAD } from './publish-place.tsx'
import { useQuote } from './use-quote.ts'

/** Hour of the example. Any would do: the price depends on the day's fuel and tolls. */
const HOUR = '08:00'

/** View without a session: what a driver earns on a route, and what publishing requires. */
export function ForVisitors({ seed }: { seed: Pick<Draft, 'origin' | 'destination'> }) {
  const [origin, setOrigin] = useState<ComboItem | null>(seed.origin)
  const [destination, setDestination] = useState<ComboItem | null>(seed.destination)
  const [seats, setSeats] = useState(emptyDraft.seats)
  const back = paths.publish({ from: origin?.id ?? null, to: destination?.id ?? null })
  return (
    <Page title={PUBLISH_TITLE} lead={VISITORS_LEAD}>
      <Card className="grid gap-4">
        <Combobox
          label="Origen"
          placeholder="Ciudad de salida"
          loadItems={loadPlaces}
          value={origin}
          onChange={setOrigin}
        />
        <Combobox
          label="Destino"
          placeholder="Ciudad de llegada"
          loadItems={loadPlaces}
          value={destination}
          onChange={setDestination}
        />
        <NumberStepper label="Cupos" value={seats} min={1} max={SEATS_MAX} onChange={setSeats} />
      </Card>
      <div role="status">
        <Earnings draft={{ ...emptyDraft, origin, destination, seats }} />
      </div>
      <Needed />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.signup(back)}>Crear mi cuenta</ButtonLink>
        <ButtonLink to={paths.login(back)} variant="secondary">
          Ya tengo cuenta
        </ButtonLink>
      </div>
    </Page>
  )
}

/** The recommended price of all seats minus commission, after the route was chosen. */
function Earnings({ draft }: { draft: Draft }) {
  const quote = useQuote({ ...draft, date: addDays(today(), 1), time: HOUR })
  if (quote.isLoadingError) return <ErrorBanner error={quote.error} />
  if (!quote.data || !draft.origin || !draft.destination) {
    return <p className="text-muted">{CHOOSE_ENDS}</p>
  }
  const { seat, basis } = quote.data
  const fares = seat.recommended * basis.seats
  const received = earns(seat.recommended, quote.data) * basis.seats
  return (
    <CardSection title={`De ${draft.origin.label} a ${draft.destination.label}`}>
      <PriceBreakdown
        lines={[
          {
            label: plural(basis.seats, 'cupo', 'cupos'),
            pesos: fares,
            detail: `${pesos(seat.recommended)} cada uno, lo recomendado`,
          },
          { label: `Comisión de Cupo (${shareText(quote.data)})`, pesos: received - fares },
        ]}
        total={received}
        totalLabel="Recibes"
      />
      <p className="mt-3 text-sm text-muted">
        El viaje cuesta {pesos(basis.costTotal)} en combustible y peajes; con todos los cupos tú
        pones {pesos(Math.max(basis.costTotal - received, 0))}. Compartir no deja ganancia.
      </p>
    </CardSection>
  )
}

const papers = [
  'Ser mayor de 18 años, tu celular y tu correo confirmado',
  'Una foto de perfil, para que te reconozcan',
  'Documento de identidad, por los dos lados',
  'Licencia de conducción vigente',
  'Tarjeta de propiedad',
  '4 fotos del carro: de frente, por atrás, de lado y por dentro',
  'SOAT vigente el día del viaje',
  'Póliza propia del carro, de responsabilidad civil o todo riesgo',
  'Revisión técnico-mecánica vigente, si a tu carro ya le toca',
]

function Needed() {
  return (
    <CardSection title="Qué necesitas para publicar">
      <ul className="list-disc space-y-1 pl-5">
        {papers.map((paper) => (
          <li key={paper}>{paper}</li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        Toma las fotos con el celular o sube los PDF, todo de una vez. <ReviewTime />
      </p>
    </CardSection>
  )
}
