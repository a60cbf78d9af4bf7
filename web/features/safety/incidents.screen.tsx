import type { IncidentRow } from '#contract/safety.ts'
import { api } from '#web/lib/api.ts'
import { dayAndTime } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import type { DeskRow } from '#web/shared/desk/back-office/desk-split.tsx'
import { openOrResolved, ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { Plate } from '#web/shared/verification/plate.tsx'
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
      load={(query, signal) => api.safety.listIncidents({ query, signal })}
      row={rowOf}
    />
  )
}

/** One incident as a line that leads to its page; nobody of the trip opens it. */
const rowOf = (item: IncidentRow): DeskRow => ({
  id: item.id,
  to: item.isOwn ? null : deskLinks.incident(item.id),
  title: `${item.person.name} ${askedWords[item.kind]}`,
  aside: <Left item={item} />,
  who:
    dayAndTime(item.pressedAt) +
    `${item.presses > 1 ? `, ${item.presses} veces` : ''} · ${item.from} → ${item.to}`,
  more: (
    <span className="flex flex-wrap items-center gap-3">
      <Plate plate={item.plate} />
      {item.isOwn && 'Es tuyo o de tu viaje: lo atiende otra persona.'}
      {item.outcome && outcomeWord(item.outcome)}
    </span>
  ),
  group: item.outcome ? null : item.kind === 'emergency' ? 'Emergencias' : 'Los demás',
})

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
  return <ClockWord dueAt={item.dueAt} />
}
