import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import type { DeskTicket, DeskThread as Ticket } from '#contract/support-desk.ts'
import { api } from '#web/lib/api.ts'
import { neededAnswer, useNeeded } from '#web/lib/needed-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { ReplyDrafts } from './desk-reply.tsx'
import { DeskThread } from './desk-thread.tsx'
import { nextTicket, roundKey, ticketAfter } from './desk-ticket.ts'
import { PersonPane } from './person-pane.tsx'
import { supportKeys } from './support-keys.ts'
import {
  TicketCounts,
  TicketFilters,
  TicketRows,
  TicketSearch,
  useTicketSearch,
} from './ticket-list.tsx'
import { type TicketFilter, useTicketPlace } from './use-ticket-place.ts'

/** Tickets, the most urgent first; the open one with its conversation and its person. */
export function Screen() {
  const isWide = useWide()
  const desk = useDesk(isWide)
  const { place, counts, ticketId, thread, list } = desk
  if (!isWide && ticketId) {
    return (
      <Page title="Soporte" dense>
        <OpenTicket key={ticketId} ticketId={ticketId} {...thread}>
          {(conversation, person) => (
            <Tabs
              label="Partes del caso"
              selected={place.part}
              onSelect={(part) => place.change({ parte: part === 'person' ? 'persona' : '' })}
              tabs={[
                { key: 'thread', title: 'Conversación', content: conversation },
                { key: 'person', title: 'La persona', content: person },
              ]}
            />
          )}
        </OpenTicket>
      </Page>
    )
  }
  const figures = counts && !ticketId && <TicketCounts counts={counts} />
  return (
    <Page title="Soporte" width={isWide ? 'full' : 'page'} dense={ticketId !== null}>
      {isWide && figures}
      <div className={isWide ? COLUMNS : undefined}>
        <section aria-label="Casos" className={isWide ? PANE : 'grid gap-4'}>
          {list}
        </section>
        {isWide && ticketId && (
          <OpenTicket key={ticketId} ticketId={ticketId} {...thread}>
            {(conversation, person) => (
              <>
                <section aria-label="Caso">{conversation}</section>
                <section aria-label="La persona" className={PANE}>
                  {person}
                </section>
              </>
            )}
          </OpenTicket>
        )}
        {isWide && !ticketId && <Nothing>{desk.hasNext && thread.next}</Nothing>}
      </div>
      {!isWide && figures}
    </Page>
  )
}

/** The list of tickets, and the ways from one to another. */
function useDesk(isWide: boolean) {
  const place = useTicketPlace()
  const search = useTicketSearch()
  const drafts = useRef<ReplyDrafts>(new Map())
  const queue = useTicketQueue(place.query)
  const mayAnswer = useTicketQueue({ status: 'open', whose: 'next', page: 1 })
  const round = useRef(new Set<string>())
  const data = neededAnswer(queue)
  const items = search.found?.items ?? data?.items
  const { ticketId } = place
  const open = (ticket: DeskTicket | undefined) =>
    ticket && place.change({ caso: ticket.id, parte: '' })
  const next = nextTicket(mayAnswer.data?.items ?? [], ticketId, round.current)
  const openNext = () => {
    if (!next) return
    if (round.current.has(roundKey(next))) round.current.clear()
    round.current.add(roundKey(next))
    open(next)
  }
  return {
    ...{ place, ticketId, counts: data?.counts, hasNext: next !== undefined },
    list: <Cases {...{ place, search, data, items }} isBusy={queue.isPlaceholderData} />,
    thread: {
      drafts: drafts.current,
      next: <Next next={next} isKnown={mayAnswer.data !== undefined} onNext={openNext} />,
      onNext: openNext,
      onStep: (by: 1 | -1) => open(ticketAfter(items ?? [], ticketId, by)),
      onClose: isWide ? null : () => place.change({ caso: '', parte: '' }),
    },
  }
}

type CasesProps = {
  place: ReturnType<typeof useTicketPlace>
  search: ReturnType<typeof useTicketSearch>
  data: { total: number; totalPages: number } | undefined
  items: readonly DeskTicket[] | undefined
  isBusy: boolean
}

/** Search, filters and rows. The filters do not apply to the results of a search. */
function Cases({ place, search, data, items, isBusy }: CasesProps) {
  const { found } = search
  return (
    <>
      <TicketSearch {...search} />
      {!found && (
        <TicketFilters
          query={place.query}
          onFilter={(changes) => place.change({ ...changes, pagina: '' })}
        />
      )}
      {!items && <SkeletonList rows={4} rowClass="h-24" />}
      {items && (
        <TicketRows
          items={items}
          total={found ? items.length : (data?.total ?? 0)}
          more={found?.more}
          isRanked={!found && place.query.status === 'open'}
          openId={place.ticketId}
          to={place.to}
        />
      )}
      {!found && data && (
        <Pager
          page={place.query.page}
          totalPages={data.totalPages}
          onPage={(at) => place.change({ pagina: String(at) })}
          of="casos"
          busy={isBusy}
        />
      )}
    </>
  )
}

const COLUMNS =
  'grid grid-cols-[17rem_minmax(0,1fr)_16rem] items-start gap-5 ' +
  '2xl:grid-cols-[24rem_minmax(0,1fr)_22rem]'

/** A pane beside the conversation keeps its place and scrolls by itself. */
const PANE =
  'sticky top-20 grid max-h-[calc(100dvh-6rem)] min-w-0 gap-4 overflow-y-auto p-1 ' +
  'overscroll-contain'

type Asked = Omit<TicketFilter, 'whose'> & { whose: TicketFilter['whose'] | 'next' }

function useTicketQueue(query: Asked) {
  return useQuery({
    queryKey: supportKeys.queue(query),
    queryFn: ({ signal }) => api.support.listQueue({ query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

/** Width in `rem` from which the three panes fit beside each other: not with enlarged text. */
const WIDE_REM = 64

function isWideNow(): boolean {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return window.innerWidth >= WIDE_REM * rem
}

function watchWidth(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

function useWide(): boolean {
  return useSyncExternalStore(watchWidth, isWideNow, () => false)
}

type OpenTicketProps = Omit<Parameters<typeof DeskThread>[0], 'ticket'> & {
  ticketId: string
  children: (thread: ReactNode, person: ReactNode) => ReactNode
}

function OpenTicket({ ticketId, children, ...thread }: OpenTicketProps) {
  const data: { ticket: Ticket } | undefined = useNeeded({
    queryKey: supportKeys.desk(ticketId),
    queryFn: ({ signal }) => api.support.showDeskTicket({ params: { ticketId }, signal }),
    // No refetch on focus, because each view of a ticket is recorded.
    refetchOnWindowFocus: false,
  })
  if (!data) {
    const waiting = <SkeletonList rows={3} rowClass="h-28" />
    return children(waiting, waiting)
  }
  const { ticket } = data
  return children(<DeskThread ticket={ticket} {...thread} />, <PersonPane ticket={ticket} />)
}

type NextProps = { next: DeskTicket | undefined; isKnown: boolean; onNext: () => void }

/** Leads to the most urgent ticket that the viewer may answer: an own one, or one of nobody. */
function Next({ next, isKnown, onNext }: NextProps) {
  if (next) {
    return (
      <Button variant="secondary" size="sm" aria-keyshortcuts="n" onClick={onNext}>
        Siguiente
      </Button>
    )
  }
  if (!isKnown) return null
  return <span className="text-muted">Sin más casos tuyos ni libres</span>
}

function Nothing({ children }: { children: ReactNode }) {
  return (
    <div
      className="col-span-2 grid justify-items-center gap-4 rounded-card border border-dashed
        border-edge p-8 text-center text-muted"
    >
      <p>Elige un caso de la lista, o abre el más urgente.</p>
      {children}
    </div>
  )
}
