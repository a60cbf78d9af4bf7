import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UndoableSignature } from '#contract/withdrawals.ts'
import { api } from '#web/lib/api.ts'
import { pesos } from '#web/lib/format.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { UndoBar } from '#web/shared/desk/back-office/undo-bar.tsx'
import { withdrawalKeys } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Button } from '#web/ui/button.tsx'
import { toastDone } from '#web/ui/toaster.ts'

type UndoSignaturesProps = {
  signatures: readonly UndoableSignature[]
  /** Time at which `secondsLeft` was read. */
  loadedAt: number
}

/** The viewer's approvals of the last 30 seconds; in view wherever the list is scrolled to. */
export function UndoSignatures({ signatures, loadedAt }: UndoSignaturesProps) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: withdrawalKeys.allQueues() })
  const undo = useMutation({
    mutationFn: (withdrawalId: string) =>
      api.withdrawals.undoApproval({ params: { withdrawalId }, body: {} }),
    onSuccess: () => toastDone('Deshecho: nada salió'),
    onSettled: refresh,
  })
  const items = signatures.map(({ withdrawalId: id, person, amount, approved, secondsLeft }) => ({
    ...{ id, secondsLeft, effect: approved ? 'Puede salir' : 'Queda en firme' },
    words: (
      <>
        <span className="font-semibold">{person}</span>:{' '}
        {approved ? `aprobaste su retiro de ${pesos(amount)}.` : `firmaste ${pesos(amount)}.`}
      </>
    ),
    actions: (
      <Button
        variant="secondary"
        size="sm"
        disabled={undo.isPending}
        onClick={() => undo.mutate(id)}
      >
        Deshacer <Key of="z" />
      </Button>
    ),
  }))
  return <UndoBar {...{ items, loadedAt, error: undo.error }} onOver={() => void refresh()} />
}
