import type { Quote } from '#contract/pricing.ts'
import {
  dayInSentence,
  exactKm,
  number,
  pesos,
  plural,
  seats as seatsText,
} from '#web/lib/format.ts'
import { rideRequestLinks } from '#web/shared/demand/ride-requests/ride-request-links.ts'
import { useDemand } from '#web/shared/demand/ride-requests/use-demand.ts'
import { PriceBreakdown } from '#web/shared/pricing/price-breakdown.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { Link } from '#web/ui/link.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NextBar } from './next-bar.tsx'
import { earns, placesOf, type StepProps, seatPriceOf, shareText } from './publish-draft.ts'
import { useQuote, useReturnQuote } from './use-quote.ts'

const SLIDER_STEP_PESOS = 100

/** Publishing step for the price: the recommendation, its calculation, and the allowed range. */
export function StepPrice(props: StepProps) {
  const quote = useQuote(props.draft)
  if (!quote.data) {
    return <QueryState query={quote} what="el precio de tu ruta" rows={2} rowClass="h-44" />
  }
  return <Prices {...props} quote={quote.data} />
}

function Prices({ draft, change, ways, checking, onNext, quote }: StepProps & { quote: Quote }) {
  const back = useReturnQuote(draft)
  const { seat } = quote
  const price = seatPriceOf(draft, quote)
  const byLeg = draft.legPrices?.length === quote.legs.length ? draft.legPrices : null
  const set = (next: number | null) => change({ price: next ?? 0, legPrices: null })
  const goOn = () => {
    const legs = byLeg && !legsAllowed(byLeg, quote) ? 'Revisa el precio de cada tramo.' : undefined
    const problem = priceProblem(price, seat) ?? legs
    const returnPrice = draft.returning?.price ?? back.data?.seat.recommended ?? null
    const returnProblem =
      draft.returning && back.data ? priceProblem(returnPrice, back.data.seat) : undefined
    onNext({
      ...(problem ? { price: problem } : {}),
      ...(returnProblem ? { returnPrice: returnProblem } : {}),
    })
  }
  return (
    <>
      <Card className="grid gap-4">
        <PesoField
          label="Precio por cupo"
          hint={`Recomendado ${pesos(seat.recommended)} por todo el recorrido`}
          value={price === 0 ? null : price}
          onChange={set}
          error={priceProblem(price, seat)}
          large
        />
        <Slider seat={seat} price={price} onChange={set} />
        {price > 0 && (
          <p role="status">
            Por cupo recibes <strong className="tnum">{pesos(earns(price, quote))}</strong>: la
            comisión de Cupo es del {shareText(quote)} ({pesos(price - earns(price, quote))}).
          </p>
        )}
        {draft.price !== null && draft.price !== seat.recommended && (
          <button
            type="button"
            className="chip justify-self-start"
            onClick={() => change({ price: null })}
          >
            Usar el recomendado
          </button>
        )}
      </Card>
      {draft.origin && draft.destination && (
        <DemandLine
          from={draft.origin.id}
          to={draft.destination.id}
          date={draft.date}
          way={`${draft.origin.label} → ${draft.destination.label}`}
        />
      )}
      <LegPrices {...{ draft, change, quote }} />
      <ReturnPrice {...{ draft, change }} />
      <Cost quote={quote} seats={draft.seats} />
      {ways}
      <NextBar pending={checking} onNext={goOn} />
    </>
  )
}

type SliderProps = { seat: Quote['seat']; price: number; onChange: (price: number) => void }

function Slider({ seat, price, onChange }: SliderProps) {
  return (
    <div>
      <input
        type="range"
        aria-label="Ajustar el valor"
        aria-valuetext={pesos(price)}
        min={seat.min}
        max={seat.max}
        step={SLIDER_STEP_PESOS}
        value={price}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-full cursor-pointer accent-bosque"
      />
      <div className="tnum flex justify-between text-sm text-muted">
        <span>Mínimo {pesos(seat.min)}</span>
        <span>Máximo {pesos(seat.max)}</span>
      </div>
    </div>
  )
}

/** Calculation of the price: fuel and tolls, and how they are shared. */
function Cost({ quote, seats }: { quote: Quote; seats: number }) {
  const { basis } = quote
  const tolls = quote.legs.flatMap((leg) => leg.tolls)
  const people = basis.seats + 1
  return (
    <CardSection title="De dónde sale">
      <PriceBreakdown
        lines={[
          {
            label: 'Combustible',
            pesos: basis.fuelTotal,
            detail: (
              <>
                {exactKm(quote.distanceKm)} a {number(basis.kmPerGallon)} km por galón de{' '}
                <span className="whitespace-nowrap">{pesos(basis.fuelPesosPerGallon)}</span>
              </>
            ),
          },
          {
            label: tolls.length === 0 ? 'Sin peajes' : plural(tolls.length, 'peaje', 'peajes'),
            pesos: basis.tollTotal,
            detail: tolls.map((toll) => toll.name).join(', '),
          },
        ]}
        total={basis.costTotal}
        totalLabel="Costo del viaje"
      />
      <p className="mt-3 text-sm text-muted">
        Se reparte entre {people} personas: tú y {seatsText(seats)}. Por eso recomendamos{' '}
        {pesos(quote.seat.recommended)}. Compartir gastos no deja ganancia: el máximo evita que un
        viaje se vuelva un servicio de transporte.
      </p>
    </CardSection>
  )
}

type LegPricesProps = Pick<StepProps, 'draft' | 'change'> & { quote: Quote }

/** Reason why a price is outside its range; undefined when it is allowed. */
function priceProblem(price: number | null, { min, max }: Quote['seat']): string | undefined {
  if (price !== null && price >= min && price <= max) return undefined
  return `Elige un valor entre ${pesos(min)} y ${pesos(max)}: lo permitido para compartir gastos.`
}

/** Is every leg within its range? The sum is validated as the price of the seat. */
function legsAllowed(legPrices: readonly number[], quote: Pick<Quote, 'legs'>): boolean {
  return quote.legs.every((leg, i) => !priceProblem(legPrices[i] ?? null, leg))
}

/** A price per leg, instead of a total that Cupo distributes over the legs. */
function LegPrices({ draft, change, quote }: LegPricesProps) {
  if (quote.legs.length < 2) return null
  const names = placesOf(draft).map((place) => place.label)
  const legPrices = draft.legPrices?.length === quote.legs.length ? draft.legPrices : null
  const start = () => change({ legPrices: quote.legs.map((leg) => leg.recommended), price: null })
  return (
    <Card className="grid gap-4">
      <Switch
        label="Poner precio a cada tramo"
        hint="Si no, repartimos el precio del cupo según lo que cuesta cada tramo."
        checked={legPrices !== null}
        onChange={(event) => (event.target.checked ? start() : change({ legPrices: null }))}
      />
      {legPrices && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {quote.legs.map((leg, row) => (
            <PesoField
              key={`${leg.from}-${leg.to}`}
              label={`${names[row]} → ${names[row + 1]}`}
              hint={`Entre ${pesos(leg.min)} y ${pesos(leg.max)}`}
              value={legPrices[row] || null}
              onChange={(value) =>
                change({
                  legPrices: legPrices.map((kept, at) => (at === row ? (value ?? 0) : kept)),
                })
              }
              error={priceProblem(legPrices[row] ?? null, leg)}
            />
          ))}
          <p className="tnum sm:col-span-2" role="status">
            Todo el recorrido suma{' '}
            <strong>{pesos(seatPriceOf({ ...draft, legPrices }, quote))}</strong> por cupo.
          </p>
        </div>
      )}
    </Card>
  )
}

/** Price of the return trip: its tolls and fuel can differ. */
function ReturnPrice({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const quote = useReturnQuote(draft)
  const { returning } = draft
  if (!returning) return null
  if (!quote.data) return <Skeleton className="h-32" />
  const { seat } = quote.data
  const price = returning.price ?? seat.recommended
  const range = `entre ${pesos(seat.min)} y ${pesos(seat.max)}`
  return (
    <Card>
      <PesoField
        label="Precio por cupo del regreso"
        hint={`Recomendado ${pesos(seat.recommended)}, ${range}`}
        value={price || null}
        onChange={(next) => change({ returning: { ...returning, price: next ?? 0 } })}
        error={priceProblem(price, seat)}
      />
    </Card>
  )
}

type DemandLineProps = { from: string; to: string; date: string; way: string }

/** "9 personas buscan Ibagué → Bogotá el viernes"; renders nothing while there is no request. */
function DemandLine({ from, to, date, way }: DemandLineProps) {
  const { data } = useDemand({ from, to, date })
  if (!data || data.people === 0) return null
  const day = dayInSentence(date)
  const wanted = { from, to, date }
  const who = plural(data.people, 'persona busca', 'personas buscan')
  return (
    <p role="status">
      <strong>{who}</strong> cupo por el camino {way}, {day}.{' '}
      <Link to={rideRequestLinks.demand(wanted)}>Ver qué buscan</Link>
    </p>
  )
}
