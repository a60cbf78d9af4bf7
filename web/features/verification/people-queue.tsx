import { keepPreviousData, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import type { WaitingPerson } from '#contract/verification.ts'
import type { OpenDecision, UndoReason } from '#contract/verification-decisions.ts'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import { UndoBar } from '#web/shared/desk/back-office/undo-bar.tsx'
import { useLastPage } from '#web/shared/desk/back-office/use-desk-case.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { waitingWords } from './document-words.ts'
import { PersonCase } from './person-case.tsx'

/** Refetch interval: new documents arrive while somebody reviews. */
const REFRESH_MS = 60_000

type PeopleQueueProps = {
  page: number
  /** Id of the person whose case is open. */
  chosen: string | null
  onPage: (page: number) => void
  onChoose: (userId: string | null) => void
}

/** People with documents to review, longest wait first, or the case of one of them. */
export function PeopleQueue({ page, chosen, onPage, onChoose }: PeopleQueueProps) {
  const query = useRead(
    queryKeys.reviewPeople(page),
    (signal) => api.verification.people({ query: { page }, signal }),
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  )
  const undo = useUndo(onChoose)
  const data = neededAnswer(query)
  const isSettled = !query.isFetching && !query.isPlaceholderData && chosen === null
  useLastPage({ page, data, isSettled }, onPage)
  if (!data) return <SkeletonList rows={6} rowClass="h-14" />
  const { items, undoable, lapsed } = data
  /** The person after the open case; after the last comes the first. */
  const others = items.filter(({ person }) => person.id !== chosen)
  const at = items.findIndex(({ person }) => person.id === chosen)
  const following = (at >= 0 ? items[at + 1] : undefined) ?? others[0]
  const next = () => onChoose(following?.person.id ?? null)
  return (
    <div className="grid gap-4">
      <UndoDecisions decisions={undoable} loadedAt={query.dataUpdatedAt} undo={undo} />
      {lapsed.map((person) => (
        <Banner
          key={person.id}
          tone="warn"
          title={`Tu decisión sobre ${person.name} no se aplicó completa`}
          action={
            person.id !== chosen && (
              <Button size="sm" variant="secondary" onClick={() => onChoose(person.id)}>
                Comparar otra vez
              </Button>
            )
          }
        >
          Cambió su nombre, su número, su carro o una foto antes de que se aplicara. Lo que cambió
          espera otra vez.
        </Banner>
      ))}
      {chosen ? (
        <PersonCase
          key={chosen}
          userId={chosen}
          hasNext={others.length > 0}
          onNext={next}
          onClose={() => onChoose(null)}
        />
      ) : (
        <PeopleList
          {...{ items, page, onPage, onChoose }}
          total={data.total}
          totalPages={data.totalPages}
          busy={query.isPlaceholderData}
        />
      )}
    </div>
  )
}

type PeopleListProps = Pick<PeopleQueueProps, 'page' | 'onPage'> & {
  items: readonly WaitingPerson[]
  total: number
  totalPages: number
  busy: boolean
  onChoose: (userId: string) => void
}

function PeopleList({ items, total, totalPages, busy, page, onPage, onChoose }: PeopleListProps) {
  if (items.length === 0) {
    return (
      <EmptyState region="costa" title="Todo está al día">
        No hay documentos por revisar. Las personas que envían uno aparecen aquí, primero la que más
        espera.
      </EmptyState>
    )
  }
  return (
    <div className="grid max-w-page gap-4">
      <p className="text-muted" aria-live="polite">
        {plural(total, 'persona espera', 'personas esperan')}
      </p>
      <ul
        className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface
          shadow-card"
      >
        {items.map(({ person, documents, photo, dueAt }) => (
          <li
            key={person.id}
            className="relative flex flex-wrap items-center justify-between gap-x-4 px-4 py-2
              hover:bg-paper"
          >
            <button
              type="button"
              onClick={() => onChoose(person.id)}
              className="cover-link min-h-11 min-w-0 text-left font-semibold wrap-anywhere
                text-bosque"
            >
              {person.name}
            </button>
            <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
              {waitingWords(documents, photo)} <ClockWord dueAt={dueAt} />
            </span>
          </li>
        ))}
      </ul>
      <Pager {...{ page, totalPages, onPage, busy }} of="personas" />
    </div>
  )
}

type Undo = { decision: OpenDecision; reason: UndoReason }
type UndoMutation = UseMutationResult<unknown, Error, Undo>

/** Takes back a decision and opens the case again. */
function useUndo(onUndone: (userId: string) => void): UndoMutation {
  return useAct(
    ({ decision, reason }: Undo) =>
      api.verification.undo({ params: { decisionId: decision.id }, body: { reason } }),
    {
      onDone: (_, { decision }) => onUndone(decision.person.id),
      refresh: [queryKeys.allReviews()],
    },
  )
}

type DecisionsProps = {
  decisions: readonly OpenDecision[]
  /** Time at which `secondsLeft` was read. */
  loadedAt: number
  undo: UndoMutation
}

/** The reviewer's decisions of the last 30 seconds. */
function UndoDecisions({ decisions, loadedAt, undo }: DecisionsProps) {
  const queries = useQueryClient()
  const items = decisions.map((decision) => ({
    ...{ id: decision.id, secondsLeft: decision.secondsLeft, effect: 'Se aplica' },
    words: (
      <>
        <span className="font-semibold">{decision.person.name}</span>: {wordsOf(decision)}.
      </>
    ),
    onUndo: () => undo.mutate({ decision, reason: 'mistake' }),
    other: (
      <Button
        variant="ghost"
        size="sm"
        disabled={undo.isPending}
        onClick={() => undo.mutate({ decision, reason: 'look_again' })}
      >
        Mirar otra vez
      </Button>
    ),
  }))
  return (
    <UndoBar
      {...{ items, loadedAt, undo }}
      // Applied by now: the lists of decided documents have them.
      onOver={() => void queries.invalidateQueries({ queryKey: queryKeys.allReviews() })}
    />
  )
}

function wordsOf({ approved, rejected }: OpenDecision): string {
  const parts = [
    approved > 0 && (approved === 1 ? '1 aprobado' : `${approved} aprobados`),
    rejected > 0 && (rejected === 1 ? '1 rechazado' : `${rejected} rechazados`),
  ]
  return parts.filter(Boolean).join(' y ')
}
