import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, TriangleAlert, X } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { REVIEW_REASON_MAX, REVIEW_REASON_MIN } from '#contract/limits.ts'
import type { FraudSignal } from '#contract/verification-decisions.ts'
import { api } from '#web/lib/api.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { commonReasons, signalWords } from './document-words.ts'

type ReviewDecisionProps = {
  documentId: string
  signals: readonly FraudSignal[]
  onReviewed: () => void
}

/** Approves a document or rejects it with a reason; fraud signals need a second confirmation. */
export function ReviewDecision({ documentId, signals, onReviewed }: ReviewDecisionProps) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const review = useReview(documentId, onReviewed)
  const rejecting = review.isPending && review.variables?.reason !== null
  const tooShort = reason.trim().length < REVIEW_REASON_MIN
  const decide = (decision: Decision, said: string) =>
    review.mutate(decision, {
      onSuccess: () => toastDone(said),
      onSettled: () => setConfirming(false),
    })
  const approve = () => decide({ reason: null, despiteSignals: signals }, 'Documento aprobado')
  const reject = () => {
    setAsked(true)
    if (tooShort) return field.current?.focus()
    decide({ reason: reason.trim() }, 'Documento rechazado')
  }
  return (
    <>
      <ReasonField
        field={field}
        reason={reason}
        onReason={setReason}
        error={asked && tooShort ? 'Escribe el motivo del rechazo.' : null}
      />
      {/* Sticky, so that it can be pressed while the picture is visible. On a phone it replaces
          the site's bottom bar, which would cover it. */}
      <div
        data-action-bar=""
        className="sticky bottom-0 -mx-4 -mb-4 grid grid-cols-2 gap-3 rounded-b-card border-t
          border-line bg-surface p-4 sm:-mx-6 sm:-mb-6 sm:px-6"
      >
        {review.error && (
          <Banner tone="err" className="col-span-2">
            {messageOf(review.error)}
          </Banner>
        )}
        {signals.length > 0 && <SignalLine signals={signals} />}
        <Button
          variant="danger"
          pending={rejecting}
          disabled={review.isPending && !rejecting}
          onClick={reject}
          icon={<X aria-hidden="true" className="size-5" />}
        >
          Rechazar
        </Button>
        <Button
          pending={review.isPending && !rejecting}
          disabled={rejecting}
          onClick={() => (signals.length > 0 ? setConfirming(true) : approve())}
          icon={<Check aria-hidden="true" className="size-5" />}
        >
          Aprobar
        </Button>
      </div>
      <ConfirmSignals
        open={confirming}
        signals={signals}
        pending={review.isPending}
        onConfirm={approve}
        onKeep={() => setConfirming(false)}
      />
    </>
  )
}

type ReasonFieldProps = {
  field: Ref<HTMLTextAreaElement>
  reason: string
  onReason: (reason: string) => void
  error: string | null
}

/** Field for the reason of a rejection, typed or chosen from common ones. */
function ReasonField({ field, reason, onReason, error }: ReasonFieldProps) {
  return (
    <div className="grid gap-2">
      <TextArea
        ref={field}
        label="Motivo del rechazo"
        hint="La persona lo lee tal cual. Solo para rechazar."
        rows={2}
        maxLength={REVIEW_REASON_MAX}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
        error={error}
      />
      <div className="flex flex-wrap gap-2">
        {commonReasons.map(({ word, sentence }) => (
          <button
            key={word}
            type="button"
            aria-pressed={reason === sentence}
            onClick={() => onReason(sentence)}
            className="chip text-sm"
          >
            {word}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Repeats the signals of fraud beside the button that disregards them. */
function SignalLine({ signals }: Pick<ReviewDecisionProps, 'signals'>) {
  return (
    <p className="col-span-2 flex items-start gap-2 text-sm font-semibold">
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
      <span>{signals.map((signal) => signalWords[signal]).join(' · ')}</span>
    </p>
  )
}

type ConfirmSignalsProps = Pick<ReviewDecisionProps, 'signals'> & {
  open: boolean
  pending: boolean
  onConfirm: () => void
  onKeep: () => void
}

function ConfirmSignals({ signals, ...dialog }: ConfirmSignalsProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={signals.length === 1 ? '¿Aprobar con esta señal?' : '¿Aprobar con estas señales?'}
      confirm="Aprobar de todos modos"
      keep="Volver a mirar"
    >
      <ul className="list-disc pl-5 font-semibold">
        {signals.map((signal) => (
          <li key={signal}>{signalWords[signal]}</li>
        ))}
      </ul>
      <p>En el registro queda que aprobaste después de ver esto.</p>
    </ConfirmDialog>
  )
}

const REVIEWS = ['reviews'] as const

/** `reason: null` approves despite the signals shown; a text rejects with that reason. */
type Decision = { reason: null; despiteSignals: readonly FraudSignal[] } | { reason: string }

function useReview(documentId: string, onReviewed: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (decision: Decision) => {
      const params = { documentId }
      if (decision.reason !== null) {
        return api.verification.reject({ params, body: { reason: decision.reason } })
      }
      const despiteSignals = [...decision.despiteSignals]
      const body = despiteSignals.length > 0 ? { despiteSignals } : {}
      return api.verification.approve({ params, body })
    },
    onSuccess: () => {
      onReviewed()
      void queries.invalidateQueries({ queryKey: REVIEWS })
    },
    onError: (error) => {
      // Another reviewer was faster, or a signal appeared: the list is stale.
      if (hasCode(error, 'document_already_reviewed', 'document_not_found', 'document_signals')) {
        void queries.invalidateQueries({ queryKey: REVIEWS })
      }
    },
  })
}
