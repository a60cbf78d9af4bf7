import type { IncidentRow } from '#contract/safety.ts'
import { api } from '#web/lib/api.ts'
import { dayAndTime, durationBetween } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { openOrResolved, ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { Plate } from '#web/shared/verification/plate.tsx'
import { CardHead } from '#web/ui/card-head.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { askedWords, outcomeWord } from './incident-words.ts'

/** Incidents, which the team must take within two hours, at any time of day; emergencies first. */
export function Screen() {
  return (
    <ReviewQueue
      title="Incidentes"
      lead="Se atienden en 2 horas, a cualquier hora."
      tabs={openOrResolved}
      one="incidente"
      many="incidentes"
      queryKey={(tab, page) => [...queryKeys.deskIncidents(), 'queue', tab, page]}
      load={(status, page, signal) => api.safety.listIncidents({ query: { status, page }, signal })}
    >
      {(item) => <Row key={item.id} item={item} />}
    </ReviewQueue>
  )
}

const box = 'grid gap-2 rounded-card border bg-surface p-4 shadow-card'

/** One incident as a line that leads to its page; nobody of the trip opens it. */
function Row({ item }: { item: IncidentRow }) {
  const isRinging = item.kind === 'emergency' && !item.outcome
  const border = isRinging ? 'border-2 border-alarm' : 'border-line'
  const content = (
    <>
      <CardHead
        title={`${item.person.name} ${askedWords[item.kind]}`}
        detail={
          <>
            {dayAndTime(item.pressedAt)}
            {item.presses > 1 && `, ${item.presses} veces`} · {item.from} → {item.to}
          </>
        }
        aside={<Left item={item} />}
      />
      <span className="flex flex-wrap items-center gap-3">
        <Plate plate={item.plate} />
        {item.isOwn && 'Es tuyo o de tu viaje: lo atiende otra persona.'}
        {item.outcome && outcomeWord(item.outcome)}
      </span>
    </>
  )
  if (item.isOwn) return <div className={`${box} ${border}`}>{content}</div>
  return (
    <PlainLink
      to={deskLinks.incident(item.id)}
      className={`${box} ${border} no-underline hover:border-bosque`}
    >
      {content}
    </PlainLink>
  )
}

/** Who has the incident, or the time left until somebody must have taken it. */
function Left({ item }: { item: IncidentRow }) {
  if (item.outcome) return <StatusPill tone="neutral">Cerrado</StatusPill>
  if (item.takenBy) {
    return (
      <StatusPill tone="info" className="wrap-anywhere">
        Lo tiene {item.takenBy.name}
      </StatusPill>
    )
  }
  if (item.isOverdue) return <StatusPill tone="err">Vencido</StatusPill>
  return <StatusPill tone="urgent">Quedan {durationBetween(new Date(), item.dueAt)}</StatusPill>
}
