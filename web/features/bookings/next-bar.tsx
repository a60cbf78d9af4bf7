import { seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import type { BookPlan } from './book-plan.ts'

/** Total price and button to the next step; without free seats, a link to search another trip. */
export function NextBar({ plan, onNext }: { plan: BookPlan; onNext: () => void }) {
  const full = plan.segment.seatsLeft < 1
  return (
    <BottomBar
      action={
        full ? (
          <ButtonLink to={paths.search()}>Buscar otro viaje</ButtonLink>
        ) : (
          <Button onClick={onNext}>Continuar</Button>
        )
      }
    >
      <PesoAmount value={plan.total} size="lg" />
      <p className="text-sm text-muted">
        {full ? 'Ya no hay cupos para este tramo.' : `Total por ${seatsText(plan.seats)}`}
      </p>
    </BottomBar>
  )
}
