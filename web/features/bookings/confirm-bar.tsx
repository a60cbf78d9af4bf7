import type { ReactNode } from 'react'
import { topUpMessage } from '#web/domain/payments/top-up-rules.ts'
import { pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { type BookPlan, bookVerb, topUpFor, topUpVerb } from './book-plan.ts'
import type { Obstacle, useConfirm } from './use-confirm.ts'

type BarProps = { plan: BookPlan; confirm: ReturnType<typeof useConfirm> }

/** Button of the last booking step; its action is the next possible one. */
export function ConfirmBar({ plan, confirm }: BarProps) {
  const { obstacle, topUp } = confirm
  return (
    <>
      {topUp.error && (
        <Banner tone="err" live="alert">
          {topUpMessage(topUp.error)}
        </Banner>
      )}
      <BottomBar action={<Action plan={plan} confirm={confirm} />}>
        {besideButton(plan, obstacle)}
      </BottomBar>
    </>
  )
}

const reasons = {
  offline: 'Sin conexión',
  no_seats: 'Sin cupos',
  validating: 'Recarga en validación',
} as const

/** Text beside the button: the obstacle to booking, or the amount. */
function besideButton({ mode, segment, total }: BookPlan, obstacle: Obstacle): ReactNode {
  if (obstacle === 'money') return null
  if (obstacle) return <p className="text-sm font-semibold">{reasons[obstacle]}</p>
  const said = mode === 'billetera' && !segment.needsApproval
  return said ? null : <PesoAmount value={total} size="lg" />
}

function Action({ plan, confirm }: BarProps) {
  const { obstacle, online, missing, balance, book, keep, topUp, topUpAndBook } = confirm
  if (obstacle === 'no_seats') return <ButtonLink to={paths.search()}>Buscar otro viaje</ButtonLink>
  if (obstacle === 'validating') {
    return (
      <Button pending={balance.isFetching} onClick={() => void balance.refetch()}>
        Actualizar
      </Button>
    )
  }
  // The button is disabled while offline, because every action needs the server.
  if (missing > 0) {
    return (
      <Button
        pending={keep.isPending || topUp.leaving}
        pendingText={keep.isPending ? 'Apartando tu cupo…' : 'Abriendo el pago…'}
        disabled={!online}
        onClick={topUpAndBook}
      >
        {topUpVerb(plan, pesos(topUpFor(missing)))}
      </Button>
    )
  }
  return (
    <Button
      pending={book.isPending}
      pendingText="Reservando…"
      disabled={!online || !balance.isFetched}
      onClick={() => book.mutate()}
    >
      {bookVerb(plan, pesos(plan.total))}
    </Button>
  )
}
