import { wordOf } from '#contract/desk-words.ts'
import { displayCode } from '#contract/display-code.ts'
import { actionWords, subjectWords } from '#contract/staff-action-words.ts'
import type { StaffAction } from '#contract/staff-actions.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { dayFields, type FilterField } from './desk-filters.tsx'
import { DeskList } from './desk-list.tsx'

const fieldsOf = (actions: readonly string[]): readonly FilterField[] => [
  {
    name: 'action',
    url: 'accion',
    label: 'Acción',
    kind: 'select',
    all: 'Todas',
    options: actions.map((value) => ({ value, label: actionWords(value) })),
  },
  { name: 'subject', url: 'sobre', label: 'Solo sobre una misma cosa', kind: 'id' },
  {
    ...{ name: 'by', url: 'quien', label: 'Solo lo que hizo una persona', kind: 'id' },
    link: { to: deskLinks.person, text: 'Ver la persona' },
  },
  ...dayFields,
]

/** Words for reasons that are stored as a code. */
const reasons: Record<string, string> = {
  mistake: 'Se equivocó',
  look_again: 'Quiso mirar otra vez',
}

/** Log of the team's actions: person, action, object, reason and time. */
export function Screen() {
  return (
    <Page title="Auditoría" lead="Lo que hizo el equipo, con su motivo." width="page">
      <DeskList
        name="Acciones del equipo"
        queryKey={['staff-actions']}
        fields={fieldsOf}
        load={(asked, signal) => api.staffActions.list({ query: asked as never, signal })}
        file={{
          name: 'auditoria',
          load: (asked) => api.staffActions.file({ body: asked as never }),
        }}
        to={() => null}
      >
        {(action) => <Action {...action} />}
      </DeskList>
    </Page>
  )
}

/** Screens that show what an action was about. */
const screenOf: Record<string, ((id: string) => string) | undefined> = {
  account_closing: deskLinks.claim,
  booking: deskLinks.booking,
  incident: deskLinks.incident,
  payment: deskLinks.payment,
  support_ticket: deskLinks.ticket,
  trip: deskLinks.trip,
  user: deskLinks.person,
}

/** An id by its short code, a month or a key by itself. */
const shortOf = (id: string) => (/^[\w-]*\d[\w-]*$/.test(id) ? displayCode(id) : wordOf(id))

function Action({ at, by, action, subject, reason, requestId }: StaffAction) {
  return (
    <>
      <p>
        <Link to={`?quien=${by.id}`}>{by.name ?? by.email}</Link> · {actionWords(action)}
      </p>
      {reason && <p>{reasons[reason] ?? reason}</p>}
      <p className="tnum text-sm text-muted">
        {dateTime(at)} ·{' '}
        <Link to={`?sobre=${encodeURIComponent(subject.id)}`}>
          {subjectWords(subject.kind)} {shortOf(subject.id)}
        </Link>
        {screenOf[subject.kind] && (
          <>
            {' '}
            <Link to={screenOf[subject.kind]?.(subject.id) ?? ''}>
              Abrir<span className="sr-only"> {shortOf(subject.id)}</span>
            </Link>
          </>
        )}
        {requestId && ` · solicitud ${displayCode(requestId)}`}
      </p>
    </>
  )
}
