import { Car } from 'lucide-react'
import type { DeskTicket } from '#contract/support-desk.ts'
import { dateTime } from '#web/lib/format.ts'
import { clockOf, span } from '#web/shared/desk/back-office/queue-clock.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** State of a ticket: time left to answer, or the side that must act. */
export function DeskStatus({ ticket }: { ticket: DeskTicket }) {
  const { status, dueAt, isOverdue, isReopened, rating, urgency, travelsAt } = ticket
  if (status === 'waiting') return <StatusPill tone="neutral">Espera a la persona</StatusPill>
  if (status === 'resolved') {
    return <StatusPill tone="ok">{rating ? `Resuelto · ${rating} de 5` : 'Resuelto'}</StatusPill>
  }
  const late = (isOverdue || !dueAt) && <StatusPill tone="err">Vencido</StatusPill>
  if (urgency === 'travel') {
    return (
      <span className="flex flex-wrap gap-1">
        <StatusPill tone="urgent" icon={Car}>
          {clockOf(travelsAt, Date.now(), urgency)?.text}
        </StatusPill>
        {late}
      </span>
    )
  }
  if (late || !dueAt) return late
  const left = span(Date.now(), Date.parse(dueAt))
  return (
    <span title={`Vence ${dateTime(dueAt)}`}>
      <StatusPill tone={ticket.kind === 'safety' ? 'urgent' : 'info'}>
        {isReopened ? 'Reabierto, quedan' : 'Quedan'} {left}
      </StatusPill>
    </span>
  )
}
