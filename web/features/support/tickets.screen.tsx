import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { DeskCounts, DeskTicket } from '#contract/support-desk.ts'
import { api } from '#web/lib/api.ts'
import { duration } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { DeskStatus } from './desk-status.tsx'
import { DeskThread } from './desk-thread.tsx'
import { supportKeys } from './support-keys.ts'
import { kindOf, kindOptions, kindWords } from './support-words.ts'

const states = {
  open: 'Por responder',
  waiting: 'Esperan respuesta',
  resolved: 'Resueltos',
} as const
const holders = { all: 'De todos', mine: 'Míos', free: 'Sin asignar' } as const
type State = keyof typeof states
type Holder = keyof typeof holders

const oneOf = <K extends string>(words: Record<K, string>, value: string | null, fallback: K): K =>
  value !== null && value in words ? (value as K) : fallback

/** Filters, page and the open ticket are in the address. */
function useFilters() {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(params.get('pagina')) || 1))
  const kind = kindOf(params.get('tema') ?? '')
  const set = (changes: Record<string, string>) => {
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pagina')
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    })
  }
  const to = (ticketId: string) => {
    const next = new URLSearchParams(params)
    next.set('caso', ticketId)
    return `?${next}`
  }
  return {
    query: {
      status: oneOf<State>(states, params.get('estado'), 'open'),
      whose: oneOf<Holder>(holders, params.get('de'), 'all'),
      ...(kind ? { kind } : {}),
      page,
    },
    ticketId: params.get('caso'),
    set,
    to,
  }
}

/** Queue of tickets, the most urgent first, with the thread of the open one. */
export function Screen() {
  const filters = useFilters()
  if (filters.ticketId) {
    return <DeskThread ticketId={filters.ticketId} onBack={() => filters.set({ caso: '' })} />
  }
  return <Queue {...filters} />
}

function Queue({ query, set, to }: ReturnType<typeof useFilters>) {
  const answer = useQuery({
    queryKey: supportKeys.queue(query),
    queryFn: ({ signal }) => api.support.listQueue({ query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const data = neededAnswer(answer)
  return (
    <Page title="Soporte" lead="Los más urgentes primero." width="page">
      {data && <Counts counts={data.counts} />}
      <div className="grid gap-4 sm:grid-cols-3">
        <Select
          label="Estado"
          options={optionsOf(states)}
          value={query.status}
          onChange={(event) => set({ estado: event.target.value })}
        />
        <Select
          label="Tema"
          placeholder="Todos los temas"
          options={kindOptions}
          value={query.kind ?? ''}
          onChange={(event) => set({ tema: event.target.value })}
        />
        <Select
          label="Asignados"
          options={optionsOf(holders)}
          value={query.whose}
          onChange={(event) => set({ de: event.target.value })}
        />
      </div>
      {!data && <SkeletonList rows={4} rowClass="h-28" />}
      {data?.items.length === 0 && <EmptyState region="valle" title="No hay casos aquí" />}
      {data && data.items.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <p className="text-muted" aria-live="polite">
            {data.total === 1 ? '1 caso' : `${data.total} casos`}
          </p>
          {data.items.map((ticket) => (
            <Row key={ticket.id} ticket={ticket} to={to(ticket.id)} />
          ))}
          <Pager
            page={query.page}
            totalPages={data.totalPages}
            onPage={(at) => set({ pagina: String(at) })}
            of="casos"
            busy={answer.isPlaceholderData}
          />
        </div>
      )}
    </Page>
  )
}

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

function Counts({ counts }: { counts: DeskCounts }) {
  const { open, overdue, unassigned, medianAnswerMinutes, meanRating } = counts
  const facts = [
    ['Por responder', String(open)],
    ['Vencidos', String(overdue)],
    ['Sin asignar', String(unassigned)],
    [
      'Primera respuesta, 30 días',
      medianAnswerMinutes === null ? '—' : duration(medianAnswerMinutes),
    ],
    ['Calificación, 30 días', meanRating === null ? '—' : meanRating.toFixed(1).replace('.', ',')],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="tnum text-xl font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Row({ ticket, to }: { ticket: DeskTicket; to: string }) {
  return (
    <PlainLink to={to}>
      <Card className="grid gap-2 hover:border-bosque">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h2 className="min-w-0 text-lg wrap-anywhere">
            {kindWords[ticket.kind]}: {ticket.person.name}
          </h2>
          <DeskStatus ticket={ticket} />
        </div>
        <p className="wrap-anywhere">{ticket.excerpt}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {ticket.about && `${ticket.about} · `}
          {ticket.assignee ? `Lo tiene ${ticket.assignee.name}` : 'Sin asignar'}
        </p>
      </Card>
    </PlainLink>
  )
}
