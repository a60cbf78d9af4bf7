import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

type ReasonFormProps = {
  /** Label of the button: the action and its object. */
  action: string
  min: number
  max: number
  hint: string
  mutation: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>
}

/** Form for a staff action that needs a reason. The reason field opens with the first press. */
export function ReasonForm({ action, min, max, hint, mutation }: ReasonFormProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const isShort = reason.trim().length < min
  if (!isOpen) {
    return (
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {action}
      </Button>
    )
  }
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (!isShort) mutation.mutate(reason.trim())
      }}
    >
      <TextArea
        label="Motivo"
        hint={hint}
        rows={2}
        maxLength={max}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={checked && isShort ? `Escribe al menos ${min} letras.` : undefined}
      />
      <ErrorBanner error={mutation.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={mutation.isPending}>
          {action}
        </Button>
        <Button variant="ghost" onClick={() => setIsOpen(false)}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
