import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { toastDone } from './toaster.ts'

type After<Answer, Sent> = {
  /** Key of the query whose new data is the answer. */
  shows?: QueryKey
  /** Words of a toast after a success. */
  done?: string | ((answer: Answer, sent: Sent) => string)
  onDone?: ((answer: Answer, sent: Sent) => unknown) | undefined
  /**
   * Keys of queries that are stale after every answer, because a refusal can come from old data; or
   * what reads them again.
   */
  refresh?: readonly QueryKey[] | (() => unknown)
}

/** Mutation that says what was done, and reads what it changed again before it is over. */
export function useAct<Answer, Sent = void>(
  send: (sent: Sent) => Promise<Answer>,
  { shows, done, onDone, refresh = [] }: After<Answer, Sent> = {},
) {
  const queries = useQueryClient()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, sent) => {
      if (shows) queries.setQueryData(shows, answer)
      if (done !== undefined) toastDone(typeof done === 'string' ? done : done(answer, sent))
      await onDone?.(answer, sent)
    },
    onSettled: () => (typeof refresh === 'function' ? refresh() : refetch(...refresh)),
  })
}
