import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UndoableAnswer } from '#contract/support-desk.ts'
import { api } from '#web/lib/api.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { UndoBar } from '#web/shared/desk/back-office/undo-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { supportKeys } from './support-keys.ts'

type UndoAnswersProps = {
  answers: readonly UndoableAnswer[]
  /** Time at which `secondsLeft` was read. */
  loadedAt: number
  /** Called with the ticket and the words of an answer that was taken back. */
  onUndone: (ticketId: string, text: string) => void
}

/** The viewer's answers that have not left, each with the seconds that are left. */
export function UndoAnswers({ answers, loadedAt, onUndone }: UndoAnswersProps) {
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: ({ id, ticketId }: UndoableAnswer) =>
      api.support.undoAnswer({ params: { ticketId }, body: { id } }),
    onSuccess: ({ ticket, text }) => {
      queries.setQueryData(supportKeys.desk(ticket.id), { ticket })
      onUndone(ticket.id, text)
    },
    // Not the tickets: each view of one is recorded.
    onSettled: () => queries.invalidateQueries({ queryKey: ['support-desk', 'queue'] }),
  })
  const items = answers.map((answer) => ({
    ...{ id: answer.id, secondsLeft: answer.secondsLeft, effect: 'Sale' },
    words: (
      <>
        <span className="font-semibold">{answer.person}</span>: tu respuesta al caso {answer.number}
        .
      </>
    ),
    actions: (
      <Button
        variant="secondary"
        size="sm"
        disabled={undo.isPending}
        onClick={() => undo.mutate(answer)}
      >
        Deshacer <Key of="z" />
      </Button>
    ),
  }))
  return (
    <UndoBar
      {...{ items, loadedAt, error: undo.error }}
      onOver={() => void queries.invalidateQueries({ queryKey: ['support-desk'] })}
    />
  )
}
