import { type QueryKey, useMutation } from '@tanstack/react-query'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { toastDone } from './toaster.ts'

type After<Answer, Sent> = {
  /** Words of a toast after a success. */
  done?: string
  onDone?: (answer: Answer, sent: Sent) => unknown
  /** Keys of queries that are stale after every answer: a refusal can come from old data. */
  refresh: readonly QueryKey[]
}

/** Mutation that says what was done, and reads what it changed again before it is over. */
export function useAct<Answer, Sent = void>(
  send: (sent: Sent) => Promise<Answer>,
  { done, onDone, refresh }: After<Answer, Sent>,
) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, sent) => {
      if (done !== undefined) toastDone(done)
      await onDone?.(answer, sent)
    },
    onSettled: () => refetch(...refresh),
  })
}
