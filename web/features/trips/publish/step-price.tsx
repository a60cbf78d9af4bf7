import type { Quote } from '#contract/pricing.ts'
import { PriceBreakdown } from '#web/domain/pricing/price-breakdown.tsx'
import { number, pesos, plural, seats as seatsText } from '#web/lib/format.ts'
import { Card, CardSection } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { DemandLine } from './demand-line.tsx'
import { LegPrices, legsAllowed, priceProblem } from './leg-prices.tsx'
import { NextBar } from './next-bar.tsx'
import { earns, type StepProps, seatPriceOf, shareText } from './publish-draft.ts'
import { ReturnPrice } from './return-price.tsx'
import { useQuote, useReturnQuote } from './use-quote.ts'

const SLIDER_STEP_PESOS = 100

/** Publishing step for the price: the recommendation, its calculation, and the allowed range. */
export function StepPrice(props: StepProps) {
  const quote = useQuote(props.draft)
  if (quote.isPending) return <SkeletonList rows={2} rowClass="h-44" />
  if (quote.isError) {
    return (
      <LoadFailed
        what="el precio de tu ruta"
        error={quote.error}
        onRetry={() => void quote.refetch()}
        retrying={quote.isFetching}
      />
    )
  }
  return <Prices {...props} quote={quote.data} />
}

function Prices({ draft, change, onNext, quote }: StepProps & { quote: Quote }) {
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
      <NextBar onNext={goOn} />
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

function tollsOf(quote: Quote): { count: number; names: string } {
  const tolls = quote.legs.flatMap((leg) => leg.tolls)
  return { count: tolls.length, names: tolls.map((toll) => toll.name).join(', ') }
}

/** Calculation of the price: fuel and tolls, and how they are shared. */
function Cost({ quote, seats }: { quote: Quote; seats: number }) {
  const { basis } = quote
  const tolls = tollsOf(quote)
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
                {number(quote.distanceKm)} km a {number(basis.kmPerGallon)} km por galón de{' '}
                <span className="whitespace-nowrap">{pesos(basis.fuelPesosPerGallon)}</span>
              </>
            ),
          },
          {
            label: tolls.count === 0 ? 'Sin peajes' : plural(tolls.count, 'peaje', 'peajes'),
            pesos: basis.tollTotal,
            detail: tolls.names,
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
