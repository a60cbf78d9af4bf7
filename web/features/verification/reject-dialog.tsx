import { useState } from 'react'
import { REVIEW_REASON_MAX, REVIEW_REASON_MIN } from '#contract/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { commonReasons } from './document-words.ts'

type RejectDialogProps = {
  open: boolean
  /** Name of the document. */
  name: string
  onClose: () => void
  onReject: (reason: string) => void
}

/** Asks for the reason of a rejection. It is sent with the decision about the whole case. */
export function RejectDialog({ open, name, onClose, onReject }: RejectDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Rechazar: ${name}`}>
      <RejectForm onReject={onReject} />
    </Dialog>
  )
}

function RejectForm({ onReject }: Pick<RejectDialogProps, 'onReject'>) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const tooShort = reason.trim().length < REVIEW_REASON_MIN
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (!tooShort) onReject(reason.trim())
      }}
    >
      <div className="flex flex-wrap gap-2">
        {commonReasons.map(({ word, sentence }) => (
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
        Rechazar este documento
      </Button>
    </form>
  )
}
