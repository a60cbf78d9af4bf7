import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OpenDecision, UndoReason } from '#contract/verification-decisions.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { UndoBar } from '#web/shared/desk/back-office/undo-bar.tsx'
import { Button } from '#web/ui/button.tsx'

type Undo = { decision: OpenDecision; reason: UndoReason }
type UndoMutation = UseMutationResult<unknown, Error, Undo>

/** Takes back a decision and opens the case again. */
export function useUndo(onUndone: (userId: string) => void): UndoMutation {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ decision, reason }: Undo) =>
      api.verification.undo({ params: { decisionId: decision.id }, body: { reason } }),
    onSuccess: (_, { decision }) => onUndone(decision.person.id),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.allReviews() }),
  })
}

type DecisionsProps = {
  decisions: readonly OpenDecision[]
  /** Time at which `secondsLeft` was read. */
  loadedAt: number
  undo: UndoMutation
}

/** The reviewer's decisions of the last 30 seconds. */
export function UndoDecisions({ decisions, loadedAt, undo }: DecisionsProps) {
  const queries = useQueryClient()
  const items = decisions.map((decision) => ({
    ...{ id: decision.id, secondsLeft: decision.secondsLeft, effect: 'Se aplica' },
    words: (
      <>
        <span className="font-semibold">{decision.person.name}</span>: {wordsOf(decision)}.
      </>
    ),
    actions: (
      <>
        <Button
          variant="ghost"
          size="sm"
          disabled={undo.isPending}
          onClick={() => undo.mutate({ decision, reason: 'look_again' })}
        >
          Mirar otra vez
        </Button>
        <Button
          variant="secondary"
          size="sm"
          data-key="z"
          disabled={undo.isPending}
          onClick={() => undo.mutate({ decision, reason: 'mistake' })}
        >
          Deshacer
        </Button>
      </>
    ),
  }))
  return (
    <UndoBar
      {...{ items, loadedAt, error: undo.error }}
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
