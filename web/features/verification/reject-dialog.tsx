import { useState } from 'react'
import { REVIEW_REASON_MAX, REVIEW_REASON_MIN } from '#contract/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import type { CaseKind } from './case-state.ts'
import { caseName, commonReasons, photoReasons } from './document-words.ts'

type RejectDialogProps = {
  open: boolean
  kind: CaseKind
  onClose: () => void
  onReject: (reason: string) => void
}

/** Asks for the reason of a rejection. It is sent with the decision about the whole case. */
export function RejectDialog({ open, kind, onClose, onReject }: RejectDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Rechazar: ${caseName(kind)}`}>
      <RejectForm kind={kind} onReject={onReject} />
    </Dialog>
  )
}

function RejectForm({ kind, onReject }: Pick<RejectDialogProps, 'kind' | 'onReject'>) {
  const isProfile = kind === 'profile_photo'
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const tooShort = reason.trim().length < REVIEW_REASON_MIN
  return (
    <Form
      className="grid gap-3"
      onSend={() => {
        setAsked(true)
        if (!tooShort) onReject(reason.trim())
      }}
    >
      <div className="flex flex-wrap gap-2">
        {(isProfile ? photoReasons : commonReasons).map(({ word, sentence }) => (
          <button
            key={word}
            type="button"
            aria-pressed={reason === sentence}
            onClick={() => setReason(sentence)}
            className="chip text-sm"
          >
            {word}
          </button>
        ))}
      </div>
      <TextArea
        autoFocus
        label="Motivo del rechazo"
        hint="La persona lo lee tal cual."
        rows={3}
        maxLength={REVIEW_REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={asked && tooShort ? 'Escribe el motivo del rechazo.' : null}
      />
      <Button type="submit" variant="danger">
        {isProfile ? 'Rechazar esta foto' : 'Rechazar este documento'}
      </Button>
    </Form>
  )
}
