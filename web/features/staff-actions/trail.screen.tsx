import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { StaffAction } from '#contract/staff-actions.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { dateTime, today } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { actionWords, subjectWords } from './action-words.ts'
import { type TrailFilter, TrailFilters } from './trail-filters.tsx'

/** The filter, in the address: it can be kept as a bookmark and sent to somebody. */
function readFilter(search: URLSearchParams): TrailFilter {
  const read = (name: string) => search.get(name) ?? undefined
  return {
    action: read('accion'),
    subject: read('sobre'),
    by: read('quien'),
    since: read('desde'),
    until: read('hasta'),
  }
}

function writeFilter({ action, subject, by, since, until }: TrailFilter, after?: string | null) {
  const named = { accion: action, sobre: subject, quien: by, desde: since, hasta: until }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...named, despues: after ?? undefined })) {
    if (value) search.set(name, value)
  }
  return search
}

/** What the team did: who, what, on what, why and when. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const after = search.get('despues') ?? undefined
  const query = useQuery({
    queryKey: ['staff-actions', filter, after],
    queryFn: ({ signal }) => api.staffActions.list({ query: { ...filter, after }, signal }),
    placeholderData: keepPreviousData,
  })
  const file = useMutation({
    mutationFn: () => api.staffActions.file({ query: filter }),
    onSuccess: (content) => saveFile(content, `auditoria-${today()}.csv`),
  })
  const answer = neededAnswer(query)
  return (
    <Page
      title="Auditoría"
      lead="Lo que hizo el equipo, con su motivo."
      width="page"
      actions={
        <Button variant="secondary" pending={file.isPending} onClick={() => file.mutate()}>
          Descargar CSV
        </Button>
      }
    >
      {file.error && <Banner tone="err">{messageOf(file.error)}</Banner>}
      <TrailFilters
        key={search.toString()}
        filter={filter}
        actions={answer?.actions ?? []}
        onFilter={(next) => setSearch(writeFilter(next))}
      />
      {!answer && <SkeletonList rows={4} rowClass="h-24" />}
      {answer?.items.length === 0 && <EmptyState region="llano" title="Nada con estos filtros" />}
      {answer && answer.items.length > 0 && <Lines items={answer.items} />}
      {answer?.next && (
        <ButtonLink
          to={{ search: writeFilter(filter, answer.next).toString() }}
          variant="secondary"
        >
          Ver anteriores
        </ButtonLink>
      )}
    </Page>
  )
}

function Lines({ items }: { items: readonly StaffAction[] }) {
  return (
    <Card>
      <ul className="grid divide-y divide-line">
        {items.map(({ id, at, by, action, subject, reason, requestId }) => (
          <li key={id} className="grid min-w-0 gap-1 py-3 wrap-anywhere">
            <p>
              <span className="font-semibold">{by.name ?? by.email}</span> · {actionWords(action)}
            </p>
            {reason && <p>{reason}</p>}
            <p className="tnum text-sm text-muted">
              {dateTime(at)} · {subjectWords(subject.kind)} {subject.id}
              {requestId && ` · solicitud ${requestId}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
