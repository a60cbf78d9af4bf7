import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OpenDecision, UndoReason } from '#contract/verification-decisions.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'

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

type UndoBarProps = {
  decisions: readonly OpenDecision[]
  /** Time at which `secondsLeft` was read. */
  loadedAt: number
  undo: UndoMutation
}

/** The reviewer's decisions of the last 30 seconds, each with the seconds that are left. */
export function UndoBar({ decisions, loadedAt, undo }: UndoBarProps) {
  const queries = useQueryClient()
  const now = useSeconds(decisions.length > 0)
  const left = ({ secondsLeft }: OpenDecision) =>
    secondsLeft - Math.max(0, Math.floor((now - loadedAt) / 1000))
  const open = decisions.filter((each) => left(each) > 0)
  const isOver = open.length < decisions.length
  useEffect(() => {
    // Applied by now: the lists of decided documents have them.
    if (isOver) void queries.invalidateQueries({ queryKey: queryKeys.allReviews() })
  }, [isOver, queries])
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {undo.error && <ErrorBanner error={undo.error} />}
      {open.map((decision) => (
        <div
          key={decision.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control
            bg-rio-soft px-4 py-2"
        >
          <p className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{decision.person.name}</span>: {wordsOf(decision)}.{' '}
            <span aria-hidden="true" className="tnum text-sm">
              Se aplica en {left(decision)} s
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
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
              aria-keyshortcuts="z"
              disabled={undo.isPending}
              onClick={() => undo.mutate({ decision, reason: 'mistake' })}
            >
              Deshacer
            </Button>
          </div>
        </div>
      ))}
    </div>
  )
}

function wordsOf({ approved, rejected }: OpenDecision): string {
  const parts = [
    approved > 0 && (approved === 1 ? '1 aprobado' : `${approved} aprobados`),
    rejected > 0 && (rejected === 1 ? '1 rechazado' : `${rejected} rechazados`),
  ]
  return parts.filter(Boolean).join(' y ')
}

/** The time, read every second while something counts down. */
function useSeconds(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}
