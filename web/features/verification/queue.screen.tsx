import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { QueueItem } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, time } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { Plate } from '#web/shared/verification/plate.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { DocumentViews } from './document-views.tsx'
import { documentWords } from './document-words.ts'
import { PeopleQueue } from './people-queue.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { SameNumbers } from './same-numbers.tsx'

export function Screen() {
  const { roles } = useUser()
  const place = usePlace()
  if (place.person) {
    return (
      <Page title="Verificaciones" width="full" dense>
        <PendingPeople {...place} />
      </Page>
    )
  }
  return (
    <Page title="Verificaciones" width="full">
      <Queue {...place} />
      <SameNumbers />
      {roles.includes('admin') && <DocumentViews />}
    </Page>
  )
}

const tabs = [
  { key: 'pending', title: 'Pendientes' },
  { key: 'approved', title: 'Aprobados' },
  { key: 'rejected', title: 'Rechazados' },
] as const
type QueueTab = (typeof tabs)[number]['key']

/** Tab, page, and chosen person or document, all in the address. */
type Place = { tab?: QueueTab; page?: number; chosen?: string | null; person?: string | null }

function usePlace() {
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find(({ key }) => key === search.get('estado'))?.key ?? 'pending'
  const page = Math.max(1, Math.floor(Number(search.get('pagina')) || 1))
  const go = (place: Place) => {
    const next = { tab, page, chosen: null, person: null, ...place }
    const query = new URLSearchParams()
    if (next.tab !== 'pending') query.set('estado', next.tab)
    if (next.page > 1) query.set('pagina', String(next.page))
    if (next.chosen) query.set('documento', next.chosen)
    if (next.person) query.set('persona', next.person)
    setSearch(query, { preventScrollReset: true, replace: place.chosen !== undefined })
  }
  return { tab, page, chosen: search.get('documento'), person: search.get('persona'), go }
}

type QueueProps = ReturnType<typeof usePlace>

function PendingPeople({ page, person, go }: QueueProps) {
  return (
    <PeopleQueue
      page={page}
      chosen={person}
      onPage={(to) => go({ page: to })}
      onChoose={(userId) => go({ person: userId })}
    />
  )
}

function Queue(place: QueueProps) {
  const { tab, go } = place
  return (
    <Tabs
      label="Documentos por estado"
      selected={tab}
      onSelect={(next) => go({ tab: next, page: 1 })}
      tabs={tabs.map(({ key, title }) => ({
        key,
        title,
        content:
          key === tab &&
          (tab === 'pending' ? <PendingPeople {...place} /> : <QueuePage {...place} tab={tab} />),
      }))}
    />
  )
}

type QueuePageProps = QueueProps & { tab: Exclude<QueueTab, 'pending'> }

function QueuePage({ tab, page, chosen, go }: QueuePageProps) {
  const query = useQuery({
    queryKey: queryKeys.reviews(tab, page),
    queryFn: ({ signal }) => api.verification.queue({ query: { status: tab, page }, signal }),
    placeholderData: keepPreviousData,
  })
  const data = neededAnswer(query)
  if (!data) return <SkeletonList rows={6} rowClass="h-14" />
  if (data.items.length === 0) {
    return <EmptyState region="llano" title="Aún no hay documentos aquí" />
  }
  const item = data.items.find(({ document }) => document.id === chosen) ?? null
  const step = (by: 1 | -1) => {
    if (!item) return
    const { length } = data.items
    const to = data.items[(data.items.indexOf(item) + by + length) % length]
    go({ chosen: to?.document.id ?? null })
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(24rem,7fr)]">
      <div className={item ? 'hidden gap-4 lg:grid' : 'grid gap-4'}>
        <p className="text-muted" aria-live="polite">
          {data.total === 1 ? '1 documento' : `${data.total} documentos`}
        </p>
        <QueueTable items={data.items} chosen={chosen} onChoose={(id) => go({ chosen: id })} />
        <Pager
          page={page}
          totalPages={data.totalPages}
          onPage={(to) => go({ page: to })}
          of="documentos"
          busy={query.isPlaceholderData}
        />
      </div>
      <Detail item={item} onClose={() => go({ chosen: null })} onStep={(by) => step(by)} />
    </div>
  )
}

type DetailProps = {
  item: QueueItem | null
  onClose: () => void
  onStep: (by: 1 | -1) => void
}

/** The selected document; takes the focus. */
function Detail({ item, onClose, onStep }: DetailProps) {
  const box = useRef<HTMLDivElement>(null)
  const id = item?.document.id
  useEffect(() => {
    if (!id) return
    box.current?.scrollTo({ top: 0 })
    box.current?.focus({ preventScroll: window.innerWidth >= 1024 })
  }, [id])
  if (!item) {
    return (
      <p
        className="hidden rounded-card border border-dashed border-edge p-8 text-center text-muted
        lg:block"
      >
        Elige un documento de la lista para verlo.
      </p>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for buttons that are inside.
    <div
      ref={box}
      tabIndex={-1}
      onKeyDown={(event) => {
        const by = event.key === 'j' ? 1 : event.key === 'k' ? -1 : null
        const typing = event.target instanceof Element && event.target.matches('textarea, select')
        if (by !== null && !typing && !event.ctrlKey && !event.metaKey) onStep(by)
      }}
      className="rounded-card lg:sticky lg:top-20 lg:max-h-[max(28rem,calc(100dvh-15.5rem))]
        lg:overflow-y-auto"
    >
      <ReviewPanel key={item.document.id} item={item} onClose={onClose} onStep={onStep} />
    </div>
  )
}

type QueueTableProps = {
  items: readonly QueueItem[]
  chosen: string | null
  onChoose: (documentId: string) => void
}

/** Dense table, oldest first. On a phone it has fewer columns. */
function QueueTable({ items, chosen, onChoose }: QueueTableProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line text-muted">
          <tr>
            <Head>Documento</Head>
            <Head className="hidden sm:table-cell">Persona</Head>
            <Head>Vehículo</Head>
            <Head className="hidden 2xl:table-cell">Vence</Head>
            <Head className="hidden sm:table-cell">Enviado</Head>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {items.map((item) => (
            <Row
              key={item.document.id}
              item={item}
              chosen={item.document.id === chosen}
              onChoose={() => onChoose(item.document.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ children, className }: { children: string; className?: string }) {
  return (
    <th scope="col" className={cx('px-3 py-2.5 font-semibold', className)}>
      {children}
    </th>
  )
}

type RowProps = { item: QueueItem; chosen: boolean; onChoose: () => void }

function Row({ item, chosen, onChoose }: RowProps) {
  const { document, owner, vehicle } = item
  const sentAt = `${dateShort(document.createdAt)} ${time(document.createdAt)}`
  const cell = 'px-3 py-2 align-middle'
  return (
    <tr className={cx('relative', chosen ? 'bg-bosque-soft' : 'hover:bg-paper')}>
      <td className={cell}>
        <button
          type="button"
          aria-pressed={chosen}
          onClick={onChoose}
          className="cover-link min-h-9 text-left font-semibold text-bosque"
        >
          {documentWords[document.kind].name}
        </button>
        <span className="block text-muted sm:hidden">
          {owner.name} · {sentAt}
        </span>
      </td>
      <td className={cx(cell, 'hidden sm:table-cell')}>{owner.name}</td>
      <td className={cell}>{vehicle ? <Plate plate={vehicle.plate} /> : '—'}</td>
      <td className={cx(cell, 'tnum hidden 2xl:table-cell')}>
        {document.expiresOn ? dateShort(document.expiresOn) : '—'}
      </td>
      <td className={cx(cell, 'tnum hidden sm:table-cell')}>{sentAt}</td>
    </tr>
  )
}
