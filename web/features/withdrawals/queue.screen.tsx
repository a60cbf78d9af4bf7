import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { wordOf } from '#contract/desk-words.ts'
import type { QueuedWithdrawal, UndoableSignature } from '#contract/withdrawals.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos } from '#web/lib/format.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import type { DeskRow } from '#web/shared/desk/back-office/desk-split.tsx'
import { PersonPane } from '#web/shared/desk/back-office/person-pane.tsx'
import { ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { UndoBar } from '#web/shared/desk/back-office/undo-bar.tsx'
import { withdrawalKeys } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { OwnerFacts } from './owner-facts.tsx'
import { PayoutBatches } from './payout-batches.tsx'
import { QueuedCard } from './queued-card.tsx'
import { signerOf } from './second-signature.tsx'

const tabs = {
  waiting: 'Por atender',
  requested: 'Por aprobar',
  approved: 'Aprobados',
  sent: 'En camino',
  closed: 'Terminados',
} as const

/** Withdrawals for the finance team by state, with payment by hand, or one by its reference. */
export function Screen() {
  const [search] = useSearchParams()
  const part = search.get('estado')
  const hasFiles = part === 'approved' || part === 'sent'
  return (
    <ReviewQueue
      title="Retiros"
      tabs={tabs}
      one="retiro"
      many="retiros"
      queryKey={withdrawalKeys.queue}
      load={({ only, ...part }, signal) =>
        api.withdrawals.queue({ query: { ...part, reference: only }, signal })
      }
      news={({ undoable, gateway }, loadedAt) => (
        <>
          <UndoSignatures signatures={undoable} loadedAt={loadedAt} />
          {gateway === 'resting' && (
            <Banner tone="warn">
              La pasarela de pagos no responde. Lo aprobado sale cuando vuelva, o por archivo.
            </Banner>
          )}
          {gateway === 'none' && (
            <Banner tone="info" live="off">
              No hay pasarela de pagos configurada: los retiros salen por archivo.
            </Banner>
          )}
        </>
      )}
      row={rowOf}
      detail={(item) => <QueuedCard item={item} />}
      person={(item) => (
        <PersonPane people={[{ ...item.person, carried: <OwnerFacts item={item} /> }]} />
      )}
      extra={
        hasFiles && {
          id: 'archivos',
          title: 'Archivos del banco',
          content: <PayoutBatches mayMake={part === 'approved'} />,
        }
      }
    />
  )
}

const rowOf = (item: QueuedWithdrawal): DeskRow => ({
  ...{ id: item.id, title: <PesoAmount value={item.amount} />, who: item.person.name },
  aside: <ClockWord dueAt={item.dueAt} />,
  more:
    `${item.account.title} ${item.account.masked} · ` +
    (item.firstBy ? `firmó ${signerOf(item)}` : dateTime(item.createdAt)),
  group: groupOf(item),
})

/** What a withdrawal waits for; heads its rows in the list. */
export function groupOf(item: QueuedWithdrawal): string {
  const { can, status, firstBy, result, returned, dueAt } = item
  if (can.confirm || can.confirmReturn || (can.approve && firstBy)) return 'Esperan tu firma'
  const isSigned = status === 'requested' ? firstBy : dueAt && (result ?? returned)
  return isSigned ? 'Esperan otra firma' : wordOf(status)
}

type UndoSignaturesProps = {
  signatures: readonly UndoableSignature[]
  /** Time at which `secondsLeft` was read. */
  loadedAt: number
}

/** The viewer's approvals of the last 30 seconds; in view wherever the list is scrolled to. */
function UndoSignatures({ signatures, loadedAt }: UndoSignaturesProps) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: withdrawalKeys.allQueues() })
  const undo = useAct(
    (withdrawalId: string) => api.withdrawals.undoApproval({ params: { withdrawalId }, body: {} }),
    { done: 'Deshecho: nada salió', refresh },
  )
  const items = signatures.map(({ withdrawalId: id, person, amount, approved, secondsLeft }) => ({
    ...{ id, secondsLeft, effect: approved ? 'Puede salir' : 'Queda en firme' },
    words: (
      <>
        <span className="font-semibold">{person}</span>:{' '}
        {approved ? `aprobaste su retiro de ${pesos(amount)}.` : `firmaste ${pesos(amount)}.`}
      </>
    ),
    onUndo: () => undo.mutate(id),
  }))
  return <UndoBar {...{ items, loadedAt, undo }} onOver={() => void refresh()} />
}
