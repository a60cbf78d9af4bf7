import type { IncidentCase } from '#contract/safety.ts'
import { INCIDENT_NOTE_MIN, INCIDENT_TEXT_MAX } from '#contract/safety-limits.ts'
import type { DeskThread } from '#contract/support-desk.ts'
import { api } from '#web/lib/api.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { Link } from '#web/ui/link.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'
import type { Call } from './incident-calls.tsx'
import { type Entry, timelineOf, timeOf } from './incident-words.ts'
import { useStep } from './use-incident.ts'

/** Entries shown before a press; older ones are collapsed. */
const SHOWN = 5

type TimelineProps = {
  incident: IncidentCase
  tickets: DeskThread[]
  /** The call that was begun last, until somebody says how it went. */
  called: Call | null
  onNoted: () => void
}

/** What happened, the tickets of the same event, and a field for a note of the team. */
export function IncidentTimeline({ incident, tickets, called, onNoted }: TimelineProps) {
  const { note, field, attempt, clear } = useNote(INCIDENT_NOTE_MIN, '', 'note')
  const params = { incidentId: incident.id }
  const write = useStep((body: string) => api.safety.noteIncident({ params, body: { body } }))
  const submit = () => {
    attempt(() => write.mutate(note, { onSuccess: clear }))
  }
  const say = (how: string) => write.mutate(`Llamé ${called?.to}: ${how}.`, { onSuccess: onNoted })
  const entries = timelineOf(incident, tickets)
  const older = entries.slice(0, -SHOWN)
  return (
    <Card padded={false} className="grid gap-2 px-4 py-2.5">
      <h2 className="text-lg">Qué ha pasado</h2>
      {older.length > 0 && (
        <details>
          <summary className="min-h-11 py-2 text-sm font-semibold text-bosque">
            Lo anterior ({older.length})
          </summary>
          <Entries entries={older} />
        </details>
      )}
      <Entries entries={entries.slice(-SHOWN)} />
      {tickets.map(({ id, number }) => (
        <Link key={id} to={deskLinks.ticket(id)} className="inline-flex min-h-11 items-center">
          Responder en el caso {number}
        </Link>
      ))}
      {called && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-2 rounded-control bg-warn-soft px-3 py-1.5"
        >
          <span className="flex-1 text-sm font-semibold wrap-anywhere">
            ¿Te contestó {called.to.replace(/^al /, 'el ').replace(/^a /, '')}?
          </span>
          <Button variant="secondary" size="sm" onClick={() => say('contestó')}>
            Sí
          </Button>
          <Button variant="secondary" size="sm" onClick={() => say('no contestó')}>
            No
          </Button>
        </div>
      )}
      <Form onSend={submit} className="grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          label={
            <>
              Nota privada del equipo <Key of="a" />
            </>
          }
          maxLength={INCIDENT_TEXT_MAX}
          {...field}
        />
        <Button type="submit" variant="secondary" pending={write.isPending}>
          Anotar
        </Button>
      </Form>
      <ErrorBanner error={write.error} />
    </Card>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="grid gap-1.5 text-sm leading-snug">
      {entries.map(({ key, at, text, isWork }) => (
        <li key={key} className="grid gap-x-2 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
          <span className="tnum text-muted">{timeOf(at)}</span>
          <span className={isWork ? 'font-semibold wrap-anywhere' : 'wrap-anywhere'}>{text}</span>
        </li>
      ))}
    </ul>
  )
}
