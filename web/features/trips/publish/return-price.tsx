import { pesos } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { priceProblem } from './leg-prices.tsx'
import type { StepProps } from './publish-draft.ts'
import { useReturnQuote } from './use-quote.ts'

/** Price of the return trip: its tolls and fuel can differ. */
export function ReturnPrice({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
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
