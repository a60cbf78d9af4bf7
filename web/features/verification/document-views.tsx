import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { documentWords, viewReasons } from './document-words.ts'

/** For admins: log of document views with viewer, time and reason, and viewers of many. */
export function DocumentViews() {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: queryKeys.documentViews(page),
    queryFn: ({ signal }) => api.verification.views({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  })
  if (!query.isSuccess) {
    return <QueryState query={query} what="las consultas" rows={3} rowClass="h-12" />
  }
  const { data } = query
  return (
    <CardSection title="Consultas de documentos">
      {data.many.map(({ viewer, documents }) => (
        <Banner key={viewer.id} tone="warn" live="off" title="Muchas consultas en una hora">
          {viewer.name} miró {documents} documentos en una hora; lo habitual es menos de{' '}
          {data.limit}.
        </Banner>
      ))}
      {data.views.length === 0 ? (
        <p className="text-muted">Nadie ha mirado documentos todavía.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {data.views.map((view) => (
            <li key={view.id} className="min-w-0 py-2 wrap-anywhere">
              <span className="font-medium">{view.viewer.name}</span> miró{' '}
              {documentWords[view.kind].name.toLowerCase()} de {view.owner.name}
              <span className="tnum block text-sm text-muted">
                {dateTime(view.at)} · {view.reason ? viewReasons[view.reason] : 'Sin motivo'}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={page}
        totalPages={data.totalPages}
        onPage={setPage}
        of="consultas"
        busy={query.isPlaceholderData}
      />
    </CardSection>
  )
}
