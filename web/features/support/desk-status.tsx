import type { DeskTicket } from '#contract/support-desk.ts'
import { span } from '#web/domain/back-office/queue-clock.ts'
import { dateTime } from '#web/lib/format.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** State of a ticket: time left to answer, or the side that must act. */
export function DeskStatus({ ticket }: { ticket: DeskTicket }) {
  const { status, dueAt, isOverdue, isReopened, rating } = ticket
  if (status === 'waiting') return <StatusPill tone="neutral">Espera a la persona</StatusPill>
  if (status === 'resolved') {
    return <StatusPill tone="ok">{rating ? `Resuelto · ${rating} de 5` : 'Resuelto'}</StatusPill>
  }
  if (isOverdue || !dueAt) return <StatusPill tone="err">Vencido</StatusPill>
  const left = span(Date.now(), Date.parse(dueAt))
  return (
    <span title={`Vence ${dateTime(dueAt)}`}>
      <StatusPill tone={ticket.kind === 'safety' ? 'urgent' : 'info'}>
        {isReopened ? 'Reabierto, quedan' : 'Quedan'} {left}
      </StatusPill>
    </span>
  )
}
