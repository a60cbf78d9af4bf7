import type { QueueItem } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, dateTime } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import type { DeskRow } from '#web/shared/desk/back-office/desk-split.tsx'
import { ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { useDeskCase } from '#web/shared/desk/back-office/use-desk-case.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ChipChoice } from '#web/ui/chip-choice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { documentWords, viewReasons } from './document-words.ts'
import { PeopleQueue } from './people-queue.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { SameNumbers } from './same-numbers.tsx'

const tabs = { pending: 'Pendientes', approved: 'Aprobados', rejected: 'Rechazados' } as const

/** People with documents to review, or the documents that are decided. */
export function Screen() {
  const { roles } = useUser()
  const { params, change } = useDeskCase()
  const tab = params.get('estado')
  if (tab === 'approved' || tab === 'rejected') return <Decided />
  const person = params.get('persona')
  const people = (
    <PeopleQueue
      page={Math.max(1, Math.floor(Number(params.get('pagina')) || 1))}
      chosen={person}
      onPage={(to) => change({ pagina: String(to), persona: '' })}
      onChoose={(userId) => change({ persona: userId ?? '' })}
    />
  )
  if (person) {
    return (
      <Page title="Verificaciones" width="full" dense>
        {people}
      </Page>
    )
  }
  return (
    <Page title="Verificaciones" width="full">
      <ChipChoice
        legend="Documentos por estado"
        options={tabs}
        selected="pending"
        onSelect={(estado) => change({ estado, pagina: '' })}
      />
      {people}
      <SameNumbers />
      {roles.includes('admin') && <DocumentViews />}
    </Page>
  )
}

function Decided() {
  return (
    <ReviewQueue
      title="Verificaciones"
      tabs={tabs}
      one="documento"
      many="documentos"
      queryKey={queryKeys.reviews}
      load={(query, signal) => api.verification.queue({ query, signal })}
      row={rowOf}
      detail={(item) => <ReviewPanel item={item} />}
    />
  )
}

const rowOf = ({ document, owner, vehicle }: QueueItem): DeskRow => ({
  ...{ id: document.id, title: documentWords[document.kind].name, who: owner.name },
  more: [
    vehicle?.plate,
    document.expiresOn && `vence ${dateShort(document.expiresOn)}`,
    `enviado ${dateTime(document.createdAt)}`,
  ]
    .filter(Boolean)
    .join(' · '),
})

/** For admins: log of document views with viewer, time and reason, and viewers of many. */
function DocumentViews() {
  const [query, pager] = usePages(queryKeys.documentViews, (page, signal) =>
    api.verification.views({ query: page, signal }),
  )
  if (!query.data) {
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
      <Pager {...pager} of="consultas" />
    </CardSection>
  )
}
