import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'

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
  const { note, field: text, attempt } = useNote(min, '', action)
  const footer = (
    <Button pending={mutation.isPending} onClick={() => attempt(() => mutation.mutate(note))}>
      {action}
    </Button>
  )
  return (
    <Sheet {...sheet} footer={footer}>
      {children}
      <TextArea {...field} {...text} />
      <ErrorBanner error={mutation.error} />
    </Sheet>
  )
}
