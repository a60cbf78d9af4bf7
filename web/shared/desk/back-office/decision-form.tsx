import type { UseMutationResult } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { Key } from './desk-keys.tsx'
import { useDecided } from './review-queue.tsx'

type Decision<Outcome> = { outcome: Outcome; note: string }

type DecisionFormProps<Outcome> = {
  label?: string
  hint: string
  min: number
  max: number
  /** Outcomes with the words of their buttons. The first button is secondary. */
  outcomes: readonly (readonly [outcome: NoInfer<Outcome>, word: string])[]
  mutation: Pick<
    UseMutationResult<unknown, Error, Decision<Outcome>>,
    'mutate' | 'isPending' | 'error'
  >
}

/** Form for a decision of the team between two outcomes, with the reason. */
export function DecisionForm<Outcome>(props: DecisionFormProps<Outcome>) {
  const { label = 'Motivo de la decisión', hint, min, max, outcomes, mutation } = props
  const { note, field, attempt } = useNote(min, '', 'decision')
  return (
    <div className="grid gap-3">
      <TextArea label={label} hint={hint} rows={2} maxLength={max} data-key="m" {...field} />
      <ErrorBanner error={mutation.error} />
      <div className="grid gap-3 sm:grid-cols-2">
        {outcomes.map(([outcome, word], index) => (
          <Button
            key={word}
            variant={index === 0 ? 'secondary' : 'primary'}
            pending={mutation.isPending}
            onClick={() => attempt(() => mutation.mutate({ outcome, note }))}
          >
            {word} {index === 0 && <Key of="x" />}
            {index > 0 && index === outcomes.length - 1 && <Key of="e" />}
          </Button>
        ))}
      </div>
    </div>
  )
}

type QueueDecisionProps<Outcome> = Omit<DecisionFormProps<Outcome>, 'mutation' | 'outcomes'> & {
  outcomes: readonly (readonly [outcome: Outcome, word: string])[]
  send: (decision: Decision<NoInfer<Outcome>>) => Promise<unknown>
  /** Words after the decision. */
  done: string
  queueKey: readonly unknown[]
}

/** Decides the open item of a queue; the queue is read again and opens its next item. */
export function QueueDecision<const Outcome>(props: QueueDecisionProps<Outcome>) {
  const { send, done, queueKey, ...form } = props
  const decided = useDecided()
  const decide = useAct(send, { onDone: () => decided(done), refresh: [queueKey] })
  return <DecisionForm {...form} mutation={decide} />
}
