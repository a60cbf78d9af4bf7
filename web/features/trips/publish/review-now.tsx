import { seats as seatsText } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { papersEndingBefore } from './expiring-papers.tsx'
import { type Draft, dateProblems, type StepProps } from './publish-draft.ts'
import { carOf, useDriver } from './use-driver.ts'

type ReviewNowProps = Pick<StepProps, 'draft' | 'onNext'>

/** Shortcut to the review with the last trip's terms; hidden when something blocks publishing. */
export function ReviewNow({ draft, onNext }: ReviewNowProps) {
  const { data } = useDriver()
  if (!data?.identityVerified || hasProblems(draft)) return null
  const { car, seats } = carOf(draft, data.vehicles)
  const lastDay = draft.returning?.date || draft.date
  if (!car || papersEndingBefore(data.papers, car.id, lastDay).length > 0) return null
  const settled = { vehicleId: car.id, seats }
  return (
    <Card className="grid gap-3">
      <p>
        Con tu {car.brand} {car.model}, {seatsText(seats)} y{' '}
        {draft.price === null ? 'el precio recomendado' : 'el precio que pusiste'}. Todo se puede
        cambiar antes de publicar.
      </p>
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => onNext({}, settled, 'revisar')}
      >
        Revisar y publicar
      </Button>
    </Card>
  )
}

function hasProblems(draft: Draft): boolean {
  return Object.values(dateProblems(draft)).some(Boolean)
}
