import { keepPreviousData } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { wordOf } from '#contract/desk-words.ts'
import { displayCode } from '#contract/display-code.ts'
import { actionWords, subjectWords } from '#contract/staff-action-words.ts'
import type { StaffAction } from '#contract/staff-actions.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, today } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { saveFile } from '#web/lib/save-file.ts'
import {
  DeskFilters,
  dayFields,
  type FilterField,
  readFilter,
  writeFilter,
} from '#web/shared/desk/back-office/desk-filters.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useAct } from '#web/ui/use-act.ts'

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

const addressFields = fieldsOf([])

/** Words for reasons that are stored as a code. */
const reasons: Record<string, string> = {
  mistake: 'Se equivocó',
  look_again: 'Quiso mirar otra vez',
}

/** Log of the team's actions: person, action, object, reason and time. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search, addressFields)
  const after = search.get('despues') ?? undefined
  const answer = useNeeded(
    ['staff-actions', filter, after],
    (signal) => api.staffActions.list({ query: { ...filter, after } as never, signal }),
    { placeholderData: keepPreviousData },
  )
  const file = useAct(() => api.staffActions.file({ query: filter as never }), {
    onDone: (content) => saveFile(content, `auditoria-${today()}.csv`),
  })
  return (
    <Page
      title="Auditoría"
      lead="Lo que hizo el equipo, con su motivo."
      width="page"
      actions={
        <Button variant="secondary" run={file}>
          Descargar CSV
        </Button>
      }
    >
      <ErrorBanner error={file.error} />
      <DeskFilters
        key={search.toString()}
        fields={fieldsOf(answer?.actions ?? [])}
        filter={filter}
        onFilter={(next) => setSearch(writeFilter(next, addressFields))}
      />
      {!answer && <SkeletonList rows={4} rowClass="h-24" />}
      {answer?.items.length === 0 && <EmptyState region="llano" title="Nada con estos filtros" />}
      {answer && answer.items.length > 0 && <Lines items={answer.items} />}
      {answer?.next && (
        <ButtonLink
          to={{ search: writeFilter(filter, addressFields, answer.next).toString() }}
          variant="secondary"
        >
          Ver anteriores
        </ButtonLink>
      )}
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

function Lines({ items }: { items: readonly StaffAction[] }) {
  return (
    <Card>
      <ul className="grid divide-y divide-line">
        {items.map(({ id, at, by, action, subject, reason, requestId }) => (
          <li key={id} className="grid min-w-0 gap-1 py-3 wrap-anywhere">
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
          </li>
        ))}
      </ul>
    </Card>
  )
}
