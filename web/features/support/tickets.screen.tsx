import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type {
  DeskCounts,
  DeskTicket,
  DeskThread as Ticket,
  UndoableAnswer,
} from '#contract/support-desk.ts'
import { api } from '#web/lib/api.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { RECORDED, useRead } from '#web/lib/use-read.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { DeskSplit } from '#web/shared/desk/back-office/desk-split.tsx'
import { type CasePerson, PersonPane } from '#web/shared/desk/back-office/person-pane.tsx'
import { UndoBar } from '#web/shared/desk/back-office/undo-bar.tsx'
import { itemAfter, useLastPage } from '#web/shared/desk/back-office/use-desk-case.ts'
import { Button } from '#web/ui/button.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { keepNote, NoteOwner } from '#web/ui/use-note.ts'
import { useWide } from '#web/ui/use-wide.ts'
import { REPLY } from './desk-reply.tsx'
import { DeskThread } from './desk-thread.tsx'
import { nextTicket, roundKey } from './desk-ticket.ts'
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
  const place = useTicketPlace()
  const search = useTicketSearch()
  // Draws the form anew with the words of an answer that was taken back.
  const [replied, setReplied] = useState(0)
  const queue = useTicketQueue(place.query)
  const mayAnswer = useTicketQueue({ status: 'open', whose: 'next', page: 1 })
  const round = useRef(new Set<string>())
  const data = neededAnswer(queue)
  const isSettled = !queue.isFetching && !queue.isPlaceholderData
  useLastPage({ page: place.query.page, data, isSettled }, (at) =>
    place.change({ pagina: String(at) }, true),
  )
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
  const ticket = useTicket(ticketId)
  const way = <Next next={next} isKnown={mayAnswer.data !== undefined} onNext={openNext} />
  return (
    <DeskSplit
      title="Soporte"
      news={
        data && (
          <UndoAnswers
            {...{ answers: data.undoable, loadedAt: queue.dataUpdatedAt }}
            onUndone={(undone, text) => {
              keepNote({ owner: undone, name: REPLY }, (written) =>
                [text, written].filter(Boolean).join('\n\n'),
              )
              setReplied((count) => count + 1)
              place.change({ caso: undone, parte: '' })
            }}
          />
        )
      }
      list={<Cases {...{ place, search, data, items }} isBusy={queue.isPlaceholderData} />}
      detail={
        ticketId &&
        (ticket ? (
          <NoteOwner key={`${ticketId} ${replied}`} value={ticketId}>
            <DeskThread {...{ ticket }} next={way} onDone={openNext} />
          </NoteOwner>
        ) : (
          <SkeletonList rows={3} rowClass="h-28" />
        ))
      }
      person={ticket && <PersonPane people={[personOf(ticket)]} except={ticket.id} />}
      nothing={isWide && <Nothing counts={data?.counts}>{next && way}</Nothing>}
      onStep={(by) => open(itemAfter(items ?? [], ticketId, by))}
      onNext={openNext}
    />
  )
}

const personOf = ({ person, isOwn }: Ticket): CasePerson => ({
  ...person,
  hidden:
    person.id === null
      ? `Escribió sin cuenta, desde ${person.email}. La respuesta le llega a ese correo.`
      : isOwn && 'Este caso es tuyo.',
})

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
      <div className="grid gap-3 lg:p-3">
        <TicketSearch {...search} />
        {!found && (
          <TicketFilters
            query={place.query}
            onFilter={(changes) => place.change({ ...changes, pagina: '' })}
          />
        )}
      </div>
      {!items && <SkeletonList rows={4} rowClass="h-24" />}
      {items && (
        <TicketRows
          items={items}
          total={found ? items.length : (data?.total ?? 0)}
          more={found?.more}
          isRanked={!found && place.query.status === 'open'}
          openId={place.ticketId}
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

type Asked = Omit<TicketFilter, 'whose'> & { whose: TicketFilter['whose'] | 'next' }

function useTicketQueue(query: Asked) {
  return useRead(supportKeys.queue(query), (signal) => api.support.listQueue({ query, signal }), {
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

function useTicket(ticketId: string | null): Ticket | undefined {
  const answer = useRead(
    supportKeys.desk(ticketId ?? ''),
    (signal) => api.support.showDeskTicket({ params: { ticketId: ticketId ?? '' }, signal }),
    { enabled: ticketId !== null, ...RECORDED },
  )
  return ticketId === null ? undefined : neededAnswer(answer)?.ticket
}

type NextProps = { next: DeskTicket | undefined; isKnown: boolean; onNext: () => void }

/** Leads to the most urgent ticket that the viewer may answer: an own one, or one of nobody. */
function Next({ next, isKnown, onNext }: NextProps) {
  if (next) {
    return (
      <Button variant="secondary" size="sm" onClick={onNext}>
        Siguiente <Key of="n" />
      </Button>
    )
  }
  if (!isKnown) return null
  return <span className="text-muted">Sin más casos tuyos ni libres</span>
}

function Nothing({ counts, children }: { counts: DeskCounts | undefined; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-6 text-center text-muted">
      {counts && <TicketCounts counts={counts} />}
      <p>Elige un caso de la lista, o abre el más urgente.</p>
      {children}
    </div>
  )
}

const QUEUE = ['support-desk', 'queue'] as const

type UndoAnswersProps = {
  answers: readonly UndoableAnswer[]
  /** Time at which `secondsLeft` was read. */
  loadedAt: number
  /** Called with the ticket and the words of an answer that was taken back. */
  onUndone: (ticketId: string, text: string) => void
}

/** The viewer's answers that have not left, each with the seconds that are left. */
function UndoAnswers({ answers, loadedAt, onUndone }: UndoAnswersProps) {
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: ({ id, ticketId }: UndoableAnswer) =>
      api.support.undoAnswer({ params: { ticketId }, body: { id } }),
    onSuccess: ({ ticket, text }) => {
      queries.setQueryData(supportKeys.desk(ticket.id), { ticket })
      onUndone(ticket.id, text)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: QUEUE }),
  })
  /** Each view of a ticket is recorded: none is read again but those whose answer has left. */
  const readLeft = () => {
    const tickets = answers.map(({ ticketId }) => supportKeys.desk(ticketId))
    for (const queryKey of [QUEUE, ...tickets]) void queries.invalidateQueries({ queryKey })
  }
  const items = answers.map((answer) => ({
    ...{ id: answer.id, secondsLeft: answer.secondsLeft, effect: 'Sale' },
    words: (
      <>
        <span className="font-semibold">{answer.person}</span>: tu respuesta al caso {answer.number}
        .
      </>
    ),
    onUndo: () => undo.mutate(answer),
  }))
  return <UndoBar {...{ items, loadedAt, undo }} onOver={readLeft} />
}
