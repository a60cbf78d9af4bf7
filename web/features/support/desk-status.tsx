import type { DeskTicket } from '#contract/support-desk.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** State of a ticket: time left to answer, or the side that must act. */
export function DeskStatus({ ticket }: { ticket: DeskTicket }) {
  const { status, dueAt, isReopened, rating, urgency, travelsAt } = ticket
  if (status === 'waiting') return <StatusPill tone="neutral">Espera a la persona</StatusPill>
  if (status === 'resolved') {
    return <StatusPill tone="ok">{rating ? `Resuelto · ${rating} de 5` : 'Resuelto'}</StatusPill>
  }
  return (
    <span className="flex flex-wrap gap-x-2">
      {isReopened && <span className="text-sm font-semibold">Reabierto</span>}
      {urgency === 'travel' && <ClockWord dueAt={travelsAt} urgency="travel" />}
      {(urgency !== 'travel' || ticket.isOverdue) && <ClockWord dueAt={dueAt} />}
    </span>
  )
}
