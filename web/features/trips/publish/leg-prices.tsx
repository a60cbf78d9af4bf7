import type { Quote } from '#contract/pricing.ts'
import { pesos } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import type { StepProps } from './publish-draft.ts'
import { placesOf, seatPriceOf } from './publish-draft.ts'

type LegPricesProps = Pick<StepProps, 'draft' | 'change'> & { quote: Quote }

type Range = Quote['seat']

/** Reason why a price is outside its range; undefined when it is allowed. */
export function priceProblem(price: number | null, { min, max }: Range): string | undefined {
  if (price !== null && price >= min && price <= max) return undefined
  return `Elige un valor entre ${pesos(min)} y ${pesos(max)}: lo permitido para compartir gastos.`
}

/** Is every leg within its range? The sum is validated as the price of the seat. */
export function legsAllowed(legPrices: readonly number[], quote: Pick<Quote, 'legs'>): boolean {
  return quote.legs.every((leg, i) => !priceProblem(legPrices[i] ?? null, leg))
}

/** A price per leg, instead of a total that Cupo distributes over the legs. */
export function LegPrices({ draft, change, quote }: LegPricesProps) {
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
              onChange={(value) => change({ legPrices: legPrices.with(row, value ?? 0) })}
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
