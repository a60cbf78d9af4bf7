import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'

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
  const { note, field, attempt } = useNote(min)
  if (!isOpen) {
    return (
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {action}
      </Button>
    )
  }
  return (
    <Form onSend={() => attempt(() => mutation.mutate(note))}>
      <TextArea label="Motivo" hint={hint} rows={2} maxLength={max} {...field} />
      <ErrorBanner error={mutation.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={mutation.isPending}>
          {action}
        </Button>
        <Button variant="ghost" onClick={() => setIsOpen(false)}>
          Cancelar
        </Button>
      </div>
    </Form>
  )
}
