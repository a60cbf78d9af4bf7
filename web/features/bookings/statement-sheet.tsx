import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

type StatementSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  field: { label: string; hint?: string; rows: number; maxLength: number }
  /** Smallest number of letters. */
  min: number
  action: string
  mutation: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>
  children?: ReactNode
}

/** Sheet in which a person states what happened, for a decision of the team. */
export function StatementSheet(props: StatementSheetProps) {
  const { field, min, action, mutation, children, ...sheet } = props
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const isShort = text.trim().length < min
  const send = () => {
    setTried(isShort)
    if (!isShort) mutation.mutate(text.trim())
  }
  const footer = (
    <Button pending={mutation.isPending} onClick={send}>
      {action}
    </Button>
  )
  return (
    <Sheet {...sheet} footer={footer}>
      {children}
      <TextArea
        {...field}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={tried && isShort ? `Escribe al menos ${min} letras.` : null}
      />
      <ErrorBanner error={mutation.error} />
    </Sheet>
  )
}
