import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskCounts, DeskTicket } from '#contract/support-desk.ts'
import type { Urgency } from '#contract/urgency.ts'
import { api } from '#web/lib/api.ts'
import { duration, plural } from '#web/lib/format.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { useSearchKey } from '#web/shared/desk/back-office/use-search-key.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipChoice } from '#web/ui/chip-choice.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DeskStatus } from './desk-status.tsx'
import { kindOptions, kindWords } from './support-words.ts'
import { holders, states, type TicketFilter } from './use-ticket-place.ts'

type Found = { text: string; items: DeskTicket[]; more: boolean }

/** Search of tickets in every state. What was typed stays out of the address. */
export function useTicketSearch() {
  const [found, setFound] = useState<Found | null>(null)
  const find = useMutation({
    mutationFn: (text: string) => api.support.findTickets({ body: { text } }),
    onSuccess: (answer, text) => setFound({ text, ...answer }),
  })
  return { found, find, clear: () => setFound(null) }
}

type SearchProps = ReturnType<typeof useTicketSearch>

/** Field of the search. The key `/` focuses it. */
export function TicketSearch({ found, find, clear }: SearchProps) {
  const box = useSearchKey()
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const text = box.current?.value.trim() ?? ''
        if (text !== '') find.mutate(text)
      }}
    >
      <TextField
        ref={box}
        type="search"
        label="Buscar un caso"
        hint="Número, persona, correo o palabras."
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        aria-keyshortcuts="/"
      />
      <ErrorBanner error={find.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" size="sm" pending={find.isPending}>
          Buscar
        </Button>
        {found && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              if (box.current) box.current.value = ''
              clear()
            }}
          >
            Quitar la búsqueda
          </Button>
        )}
      </div>
    </form>
  )
}

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

type FiltersProps = {
  query: TicketFilter
  onFilter: (changes: Record<string, string>) => void
}

/** The filters in words, for those who have not opened them. */
function wordsOf({ status, whose, kind }: TicketFilter): string {
  const parts = [states[status], holders[whose], kind ? kindWords[kind] : 'Todos los temas']
  return parts.join(' · ')
}

export function TicketFilters({ query, onFilter }: FiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="rounded-control border border-line bg-surface"
    >
      <summary className="min-h-11 px-3 py-2.5 font-semibold">
        Filtros
        <span className="block text-sm font-normal text-muted">{wordsOf(query)}</span>
      </summary>
      {isOpen && <FilterFields query={query} onFilter={onFilter} />}
    </details>
  )
}

function FilterFields({ query, onFilter }: FiltersProps) {
  return (
    <div className="grid gap-3 p-3">
      <ChipChoice
        legend="Casos por estado"
        options={states}
        selected={query.status}
        onSelect={(status) => onFilter({ estado: status })}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-3">
        <Select
          label="Tema"
          placeholder="Todos los temas"
          options={kindOptions}
          value={query.kind ?? ''}
          onChange={(event) => onFilter({ tema: event.target.value })}
        />
        <Select
          label="Asignados"
          options={optionsOf(holders)}
          value={query.whose}
          onChange={(event) => onFilter({ de: event.target.value })}
        />
      </div>
    </div>
  )
}

export function TicketCounts({ counts }: { counts: DeskCounts }) {
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

type TicketRowsProps = {
  items: readonly DeskTicket[]
  total: number
  /** Whether there are more results of a search than it shows. */
  more?: boolean
  /** Whether they are sorted by urgency, so that each kind has a head. */
  isRanked: boolean
  openId: string | null
  to: (ticketId: string) => string
}

/** Heads of the kinds of urgency that tickets have. */
const heads: Partial<Record<Urgency, string>> = {
  safety: 'Seguridad',
  travel: 'Antes de su viaje',
  waiting: 'Los demás',
}

export function TicketRows(props: TicketRowsProps) {
  const { items, total, more = false, isRanked, openId, to } = props
  const groups = groupBy(items, ({ urgency }) => (isRanked ? urgency : null))
  if (items.length === 0) return <EmptyState region="valle" title="No hay casos aquí" />
  return (
    <>
      <p className="text-sm text-muted" aria-live="polite">
        {more ? `Los primeros ${items.length} casos: busca algo más preciso` : null}
        {!more && plural(total, 'caso', 'casos')}
      </p>
      {[...groups].map(([kind, of]) => (
        <section key={kind} className="grid gap-2">
          {kind && <h2 className="font-sans text-base tracking-normal">{heads[kind]}</h2>}
          <ul
            className="grid divide-y divide-line overflow-hidden rounded-card border border-line
              bg-surface shadow-card"
          >
            {of.map((ticket) => (
              <li key={ticket.id}>
                <Row ticket={ticket} to={to(ticket.id)} isOpen={ticket.id === openId} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Row({ ticket, to, isOpen }: { ticket: DeskTicket; to: string; isOpen: boolean }) {
  return (
    <PlainLink
      to={to}
      aria-current={isOpen ? 'true' : undefined}
      className={cx(
        'grid min-w-0 gap-1 border-l-3 px-3 py-3',
        isOpen ? 'border-bosque bg-bosque-soft' : 'border-transparent hover:bg-paper',
      )}
    >
      <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">
          <span className="tnum">{ticket.number}</span> · {ticket.person.name}
        </span>
        <DeskStatus ticket={ticket} />
      </span>
      <span className="line-clamp-2 wrap-anywhere">{ticket.excerpt}</span>
      <span className="text-sm text-muted wrap-anywhere">
        {kindWords[ticket.kind]}
        {ticket.about && ` · ${ticket.about}`} ·{' '}
        {ticket.isMine ? 'Lo tienes tú' : (ticket.assignee?.name ?? 'Sin asignar')}
      </span>
    </PlainLink>
  )
}
