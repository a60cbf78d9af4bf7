import { Check, ChevronRight, TriangleAlert, X } from 'lucide-react'
import { type Dispatch, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { useAct } from '#web/ui/use-act.ts'
import {
  type CaseItem,
  type CaseState,
  type CaseStep,
  decisionOf,
  type Progress,
  progressOf,
} from './case-state.ts'
import { caseName, signalWords } from './document-words.ts'
import { RejectDialog } from './reject-dialog.tsx'

type CaseDecisionProps = {
  userId: string
  items: readonly CaseItem[]
  /** Document whose photo is large. */
  item: CaseItem
  state: CaseState
  take: Dispatch<CaseStep>
  onShow: (item: CaseItem) => void
  onDecided: () => void
}

/** Bar with the decision about a case: the next photo until all were shown, then the approval. */
export function CaseDecision(props: CaseDecisionProps) {
  const { userId, items, item, state, take, onShow, onDecided } = props
  const [asks, setAsks] = useState<'reason' | 'signals' | null>(null)
  const decide = useDecide(userId, onDecided)
  const progress = progressOf(items, state)
  const { id: documentId } = item.document
  const reason = state.rejected[documentId]
  const send = () => decide.mutate(decisionOf(items, state), { onSettled: () => setAsks(null) })
  const approve = () => {
    if (progress.signalled.length > 0) setAsks('signals')
    else send()
  }
  const reject = () => {
    if (reason === undefined) setAsks('reason')
    else take({ step: 'keep', documentId })
  }
  return (
    <>
      <DecisionBar
        {...{ item, reason, progress, approve, reject }}
        ahead={nextToShow(items, item, progress)}
        error={decide.error}
        isPending={decide.isPending}
        onShow={onShow}
      />
      <RejectDialog
        open={asks === 'reason'}
        kind={item.document.kind}
        onClose={() => setAsks(null)}
        onReject={(text) => {
          take({ step: 'reject', documentId, reason: text })
          setAsks(null)
        }}
      />
      <ConfirmSignals
        open={asks === 'signals'}
        items={progress.signalled}
        pending={decide.isPending}
        onConfirm={send}
        onKeep={() => setAsks(null)}
      />
    </>
  )
}

type DecisionBarProps = {
  approve: () => void
  reject: () => void
  item: CaseItem
  /** Reason of the document that is shown, where it is rejected. */
  reason: string | undefined
  progress: Progress
  /** Document to show before the approval. */
  ahead: CaseItem | undefined
  error: Error | null
  isPending: boolean
  onShow: (item: CaseItem) => void
}

/**
 * Sticky, so that it can be pressed while the picture is visible. On a phone it replaces the site's
 * bottom bar, which would cover it.
 */
function DecisionBar(props: DecisionBarProps) {
  const { item, reason, progress, ahead, error, isPending, approve, reject, onShow } = props
  return (
    <div
      data-action-bar=""
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-3
        border-t border-line bg-surface p-4 sm:-mx-6 sm:px-6"
    >
      <div className="basis-full empty:hidden lg:grow lg:basis-0">
        <ErrorBanner error={error} />
      </div>
      <BarLine {...{ item, reason, progress }} />
      <Button
        variant={reason === undefined ? 'danger' : 'secondary'}
        data-key="x"
        className="px-4 lg:shrink-0"
        disabled={isPending}
        onClick={reject}
        Icon={reason === undefined && X}
      >
        {reason === undefined ? 'Rechazar' : 'Quitar rechazo'}
      </Button>
      {progress.isReady || !ahead ? (
        <Button
          data-key="e"
          className="min-w-0 flex-[1_1_10rem] px-4 py-1 leading-tight lg:flex-none"
          pending={isPending}
          disabled={!progress.isReady}
          onClick={approve}
          Icon={Check}
        >
          {approveWords(progress)}
        </Button>
      ) : (
        <Button
          variant="secondary"
          className="min-w-0 flex-[1_1_10rem] px-4 lg:flex-none"
          onClick={() => onShow(ahead)}
          Icon={ChevronRight}
        >
          {progress.unseen.length > 0 ? 'Foto siguiente' : 'Ver la vencida'}
        </Button>
      )}
    </div>
  )
}

/** The next photo that was not shown yet, in the order of the strip; else an expired document. */
function nextToShow(items: readonly CaseItem[], item: CaseItem, progress: Progress) {
  const at = items.indexOf(item)
  const { unseen, expired } = progress
  return (
    unseen.find((each) => items.indexOf(each) > at) ??
    unseen.find((each) => each !== item) ??
    expired.find((each) => each !== item)
  )
}

function approveWords({ approving, rejecting }: Progress): string {
  const [a, r] = [approving.length, rejecting.length]
  if (r === 0) return a === 1 ? 'Aprobar' : `Aprobar los ${a}`
  if (a > 0) return `Aprobar ${a} y rechazar ${r}`
  return r === 1 ? 'Enviar el rechazo' : `Enviar los ${r} rechazos`
}

type BarLineProps = { item: CaseItem; reason: string | undefined; progress: Progress }

/** What is left to do, or what is special about this document, beside the buttons. */
function BarLine({ item, reason, progress }: BarLineProps) {
  const { unseen } = progress
  const place = 'min-w-0 basis-full text-sm lg:grow lg:basis-0'
  if (reason !== undefined) return <p className={place}>Se rechaza: {reason}</p>
  if (item.expired || item.signals.length > 0) {
    const words = item.signals.map((signal) => signalWords[signal])
    return (
      <p className={`${place} flex items-start gap-2 font-semibold`}>
        <TriangleAlert className="size-5 shrink-0 text-warn" />
        <span>{[...(item.expired ? ['Ya venció: recházalo'] : []), ...words].join(' · ')}</span>
      </p>
    )
  }
  if (unseen.length === 0) return null
  return (
    <p className={`${place} text-muted`} role="status">
      {unseen.length === 1 ? 'Falta 1 foto por ver.' : `Faltan ${unseen.length} fotos por ver.`}
    </p>
  )
}

type ConfirmSignalsProps = {
  open: boolean
  items: readonly CaseItem[]
  pending: boolean
  onConfirm: () => void
  onKeep: () => void
}

function ConfirmSignals({ items, ...dialog }: ConfirmSignalsProps) {
  const count = items.reduce((sum, { signals }) => sum + signals.length, 0)
  return (
    <ConfirmDialog
      {...dialog}
      title={count === 1 ? '¿Aprobar con esta señal?' : '¿Aprobar con estas señales?'}
      confirm="Aprobar de todos modos"
      keep="Volver a mirar"
    >
      <ul className="grid gap-2">
        {items.map(({ document, signals }) => (
          <li key={document.id}>
            {caseName(document.kind)}
            <ul className="list-disc pl-5 font-semibold">
              {signals.map((signal) => (
                <li key={signal}>{signalWords[signal]}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p>En el registro queda que aprobaste después de ver esto.</p>
    </ConfirmDialog>
  )
}

function useDecide(userId: string, onDecided: () => void) {
  return useAct(
    (body: ReturnType<typeof decisionOf>) => api.verification.decide({ params: { userId }, body }),
    // After a refusal the case is stale: another reviewer was faster, or a signal appeared.
    { onDone: onDecided, refresh: [queryKeys.allReviews()] },
  )
}
