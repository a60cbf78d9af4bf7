import { useRef, useState } from 'react'
import type { DeskCounts, DeskTicket } from '#contract/support-desk.ts'
import type { Urgency } from '#contract/urgency.ts'
import { api } from '#web/lib/api.ts'
import { duration, plural } from '#web/lib/format.ts'
import { type DeskRow, DeskRows } from '#web/shared/desk/back-office/desk-split.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChipChoice } from '#web/ui/chip-choice.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Form } from '#web/ui/form.tsx'
import { optionsOf, Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useWide } from '#web/ui/use-wide.ts'
import { DeskStatus } from './desk-status.tsx'
import { kindOptions, kindWords } from './support-words.ts'
import { holders, states, type TicketFilter } from './use-ticket-place.ts'

type Found = { text: string; items: DeskTicket[]; more: boolean }

/** Search of tickets in every state. What was typed stays out of the address. */
export function useTicketSearch() {
  const [found, setFound] = useState<Found | null>(null)
  const find = useAct((text: string) => api.support.findTickets({ body: { text } }), {
    onDone: (answer, text) => setFound({ text, ...answer }),
  })
  return { found, find, clear: () => setFound(null) }
}

/** Field of the search. The key `/` focuses it. */
export function TicketSearch({ found, find, clear }: ReturnType<typeof useTicketSearch>) {
  const box = useRef<HTMLInputElement>(null)
  return (
    <Form
      className="grid gap-2"
      onSend={() => {
        const text = box.current?.value.trim() ?? ''
        if (text !== '') find.mutate(text)
      }}
    >
      <TextField
        ref={box}
        type="search"
        label="Buscar un caso"
        placeholder="Número, persona o palabras"
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        data-key="/"
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
    </Form>
  )
}

type FiltersProps = { query: TicketFilter; onFilter: (changes: Record<string, string>) => void }

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
        <span className="block truncate text-sm font-normal text-muted">{wordsOf(query)}</span>
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
  return (
    <Facts
      className="tnum grid grid-cols-2 gap-3 sm:grid-cols-5 [&_dd]:text-xl [&_dd]:font-bold"
      facts={[
        ['Por responder', open],
        ['Vencidos', overdue],
        ['Sin asignar', unassigned],
        [
          'Primera respuesta, 30 días',
          medianAnswerMinutes === null ? '—' : duration(medianAnswerMinutes),
        ],
        [
          'Calificación, 30 días',
          meanRating === null ? '—' : meanRating.toFixed(1).replace('.', ','),
        ],
      ]}
    />
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
}

/** Heads of the kinds of urgency that tickets have. */
const heads: Partial<Record<Urgency, string>> = {
  safety: 'Seguridad',
  travel: 'Antes de su viaje',
  waiting: 'Los demás',
}

export function TicketRows(props: TicketRowsProps) {
  const { items, total, more = false, isRanked, openId } = props
  const isPane = useWide()
  if (items.length === 0) return <EmptyState region="valle" title="No hay casos aquí" />
  return (
    <>
      <p className="text-sm text-muted lg:px-3 lg:pb-2" aria-live="polite">
        {more ? `Los primeros ${items.length} casos: busca algo más preciso` : null}
        {!more && plural(total, 'caso', 'casos')}
      </p>
      <DeskRows
        rows={items.map((ticket) => rowOf(ticket, isRanked))}
        openId={openId}
        isPane={isPane}
      />
    </>
  )
}

const rowOf = (ticket: DeskTicket, isRanked: boolean): DeskRow => ({
  id: ticket.id,
  title: ticket.person.name,
  aside: <DeskStatus ticket={ticket} />,
  who: ticket.excerpt,
  more:
    `${ticket.number} · ${kindWords[ticket.kind]} · ${ticket.about ? `${ticket.about} · ` : ''}` +
    (ticket.isMine ? 'Lo tienes tú' : (ticket.assignee?.name ?? 'Sin asignar')),
  group: isRanked ? (heads[ticket.urgency] ?? null) : null,
})
